// SPDX-License-Identifier: Apache-2.0
#include "tb/app/inspect.h"

#include <exception>
#include <memory>
#include <nlohmann/json.hpp>
#include <ostream>

#include "models/rx/frame_report.h"
#include "tb/app/config_file.h"
#include "tb/app/errors.h"
#include "tb/app/frame_layers.h"
#include "tb/app/frame_table.h"
#include "tb/app/frame_view.h"

namespace rnic::app {
namespace {

constexpr std::size_t kHeldRows = 200;

// One way of showing frames.
class Presenter {
 public:
  virtual ~Presenter() = default;
  virtual void add(const FrameView& view) = 0;
  virtual void finish() = 0;
};

class JsonPresenter : public Presenter {
 public:
  JsonPresenter(std::ostream& out, const model::DscpMap& map) : report_(out), map_(map) {}

  void add(const FrameView& view) override {
    const std::size_t bytes = view.input.skipped() ? 0 : view.input.replayed.bytes.size();
    report_.add(view.record, bytes, json_of(view));
  }
  void finish() override { report_.finish({{"dscp46_lossy", map_.dscp46_is_lossy()}}); }

 private:
  model::ReportWriter report_;
  const model::DscpMap& map_;
};

class TextPresenter : public Presenter {
 public:
  TextPresenter(std::ostream& out, const model::DscpMap& map, bool verbose, std::size_t held_rows)
      : out_(out), map_(map), verbose_(verbose), table_(out, held_rows) {}

  void add(const FrameView& view) override {
    findings_.add(view);
    if (verbose_) {
      print_layers(out_, view);
    } else {
      table_.add(view);
    }
  }
  void finish() override {
    table_.finish();
    if (!verbose_ && findings_.summary.frames > 0) out_ << '\n';
    print_summary(out_, findings_, map_);
  }

 private:
  std::ostream& out_;
  const model::DscpMap& map_;
  bool verbose_;
  FrameTable table_;
  Findings findings_;
};

}  // namespace

void inspect(CaptureStream& stream, const model::DscpMap& map, const InspectOptions& options,
             std::ostream& out, ProgressBar& bar) {
  std::unique_ptr<Presenter> presenter;
  if (options.json) {
    presenter = std::make_unique<JsonPresenter>(out, map);
  } else {
    presenter = std::make_unique<TextPresenter>(out, map, options.verbose,
                                                stream.is_file() ? kHeldRows : 0);
  }

  // A capture that ends badly has a whole report all the same, then its error.
  std::exception_ptr capture_error;
  try {
    for (InputFrame frame; stream.next(frame);) {
      presenter->add(look_at(frame, map));
      if (!stream.is_file()) out.flush();
      bar.update(stream.progress());
    }
  } catch (const model::CaptureError&) {
    capture_error = std::current_exception();
  }
  presenter->finish();
  out.flush();
  if (capture_error) std::rethrow_exception(capture_error);
}

void inspect(const InspectOptions& options, std::ostream& out, ProgressBar& bar) {
  const Config config = options.config ? load_config(*options.config) : Config();
  const model::DscpMap map = resolve(options.dscp, config.nic.dscp);
  CaptureStream stream(options.file, options.frames);
  inspect(stream, map, options, out, bar);
}

}  // namespace rnic::app
