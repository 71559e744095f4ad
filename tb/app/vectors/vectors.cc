// SPDX-License-Identifier: Apache-2.0
#include "tb/app/vectors/vectors.h"

#include <fmt/format.h>

#include <memory>
#include <ostream>
#include <utility>

#include "tb/app/replay/rtl_device.h"
#include "tb/app/tx/tx_path.h"
#include "tb/app/vectors/found_vectors.h"
#include "tb/app/vectors/rx_vector.h"
#include "tb/app/vectors/tx_vector.h"

namespace rnic::app {
namespace {

std::unique_ptr<TxDevice> make_tx_path(const DeviceOptions& device,
                                       const model::HostMemory& memory) {
  return std::make_unique<RtlTxPath>(device, tb::WaveOptions{}, memory);
}

VectorOutcome look_at(const FoundVector& vector, bool update) {
  if (vector.kind == VectorKind::kReceive) {
    return update ? update_rx_vector(vector) : check_rx_vector(vector, make_rtl_device);
  }
  return update ? update_tx_vector(vector) : check_tx_vector(vector, make_tx_path);
}

}  // namespace

ExitStatus vectors(const VectorsOptions& options, const Console& console) {
  std::vector<FoundVector> found;
  for (const std::string& folder : options.folders) {
    for (FoundVector& vector : find_vectors(folder)) found.push_back(std::move(vector));
  }
  std::size_t wrong = 0;
  std::uint64_t done = 0;
  for (const FoundVector& vector : found) {
    const VectorOutcome outcome = look_at(vector, options.update);
    wrong += outcome.difference.empty() ? 0 : 1;
    console.out << fmt::format(
        "{:<34} {}\n", vector.name(),
        outcome.difference.empty() ? outcome.counts : "DIFFERS: " + outcome.difference);
    console.out.flush();
    console.bar.update({.done = ++done, .total = found.size(), .frames = 0});
  }
  console.bar.hide();
  console.out << (options.update ? fmt::format("\n{} vectors written\n", found.size())
                                 : fmt::format("\n{} vectors, {} wrong\n", found.size(), wrong));
  console.out.flush();
  if (wrong > 0) {
    console.err << fmt::format(
        "rnic400: {} of {} vectors differ; see one with rnic400 replay NAME.pcap (--config "
        "NAME.toml where there is one), of the transmit path with rnic400 tx --config NAME.toml\n",
        wrong, found.size());
  }
  return wrong == 0 ? kAgree : kMismatch;
}

}  // namespace rnic::app
