// SPDX-License-Identifier: Apache-2.0
#include "tb/top/tx_system.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "models/wire/frame.h"

namespace rnic::tb {
namespace {

constexpr uint64_t kRingBase = 0x8000'0000;
constexpr uint64_t kRingStride = 0x20'0000;

}  // namespace

model::Wqe write_of(uint32_t bytes, uint64_t address) {
  model::Wqe wqe;
  wqe.opcode = model::to_byte(model::WqeOpcode::kWrite);
  wqe.flags = model::wqe_flag::kSignaled;
  wqe.remote_address = 0x7000'0000;
  wqe.remote_key = 0x1234;
  if (bytes != 0) wqe.pieces.push_back({.address = address, .length = bytes, .local_key = 0});
  return wqe;
}

TxSystem::TxSystem(const app::DeviceOptions& options) {
  memory_.add_region(kDataBase, kDataBytes, model::RandomFill{options.seed});
  path_ = std::make_unique<app::RtlTxPath>(options, process_options().wave, memory_,
                                           app::WaveClocks::kAll);
  nic_ = std::make_unique<app::NicRegisters>(*path_);
  nic_->configure(settings_);
  path_->start(path_->clock());
}

Lane& TxSystem::add(const LaneOptions& options) {
  const auto number = static_cast<uint32_t>(lanes_.size());
  auto lane = std::make_unique<Lane>();
  model::QpContext& qp = lane->qp;
  qp.type = options.type;
  qp.qpn = 0x100 + number;
  qp.remote_qpn = 0x2000 + number;
  qp.pmtu = options.pmtu;
  qp.source_mac = {2, 0, 0, 0, 0, 1};
  qp.next_hop_mac = {2, 0, 0, 0, 0, 0xfe};
  qp.source_ip = model::Ipv4Address{10, 0, 0, 1};
  qp.destination_ip = model::Ipv4Address{10, 0, 1, 1};
  qp.dscp = options.dscp;
  qp.udp_source_port = model::usual_source_port(qp);
  qp.ring_log2_blocks = options.ring_log2;
  qp.ring_base = kRingBase + number * kRingStride;
  memory_.add_region(qp.ring_base, uint64_t{64} << options.ring_log2, model::BytesFill{});
  lanes_.push_back(std::move(lane));
  make_ready(*lanes_.back(), 0xfffff0);
  return *lanes_.back();
}

void TxSystem::make_ready(Lane& lane, uint32_t sq_psn) {
  lane.qp.sq_psn = lane.qp.sq_una = sq_psn;
  nic_->make_ready(lane.qp);
  lane.ring.emplace(memory_, lane.qp.ring_base, lane.qp.ring_log2_blocks);
  lane.model = std::make_unique<app::QpExpectation>(lane.qp, settings_, memory_);
}

void TxSystem::post(Lane& lane, const model::Wqe& wqe, unsigned count) {
  for (unsigned i = 0; i < count; ++i) lane.ring->post(wqe);
  const uint16_t sq_free = nic_->sq_free(lane.qp.qpn);
  lane.model->doorbell(lane.ring->count(), sq_free);
  nic_->ring(lane.qp.qpn, lane.ring->count());
  collect();
}

void TxSystem::cycle(uint64_t clocks) {
  while (clocks-- > 0) {
    path_->cycle();
    collect();
  }
}

bool TxSystem::run_until_drained(uint64_t budget) {
  const auto is_drained = [](const std::unique_ptr<Lane>& lane) {
    return !lane->model || (!lane->model->frame() && !lane->model->record());
  };
  while (!std::ranges::all_of(lanes_, is_drained)) {
    if (budget-- == 0) return false;
    cycle();
  }
  return true;
}

void TxSystem::reset(Lane& lane) {
  nic_->reset(lane.qp.qpn);
  collect();
}

bool TxSystem::is_busy(Lane& lane) {
  const bool busy = nic_->is_busy(lane.qp.qpn);
  collect();
  return busy;
}

bool TxSystem::wait_reset(Lane& lane, uint64_t budget) {
  const uint64_t end = clock() + budget;
  while (is_busy(lane))
    if (clock() > end) return false;
  return true;
}

void TxSystem::collect() {
  for (; !path_->frames().empty(); path_->frames().pop_front()) take_frame(path_->frames().front());
  auto& completions = path_->completions();
  for (; !completions.empty(); completions.pop_front()) take_record(completions.front());
}

void TxSystem::take_frame(const app::TxFrame& frame) {
  ++checks_;
  const auto decoded = model::decode(frame.bytes);
  const uint32_t number = decoded ? decoded->bth.dest_qp - 0x2000 : UINT32_MAX;
  if (number >= lanes_.size()) {
    complaints_.push_back("a frame of no queue pair");
    return;
  }
  Lane& lane = *lanes_[number];
  ++lane.frames;
  lane.last_frame_clock = frame.first_clock;
  if (!lane.model || !lane.model->frame()) {
    complaints_.push_back(fmt::format("QP 0x{:x}: a frame at clock {}, none was to come",
                                      lane.qp.qpn, frame.first_clock));
    return;
  }
  const model::SentFrame want = lane.model->take_frame();
  if (want.bytes != frame.bytes || frame.err) {
    complaints_.push_back(fmt::format("QP 0x{:x}: frame {} with PSN {:06x}: want PSN {:06x}",
                                      lane.qp.qpn, lane.frames, decoded->bth.psn, want.psn));
  }
}

void TxSystem::take_record(const app::TxCompletion& completion) {
  ++checks_;
  const uint32_t number = completion.record.qpn - 0x100;
  if (number >= lanes_.size()) {
    complaints_.push_back("a record of no queue pair");
    return;
  }
  Lane& lane = *lanes_[number];
  ++lane.records;
  if (!lane.model || !lane.model->record()) {
    complaints_.push_back(fmt::format("QP 0x{:x}: a record, none was to come", lane.qp.qpn));
    return;
  }
  const model::CompletionRecord want = lane.model->take_record();
  if (want != completion.record) {
    complaints_.push_back(fmt::format("QP 0x{:x}: record {}: want wr_id {} {}, got wr_id {} {}",
                                      lane.qp.qpn, lane.records, want.wr_id,
                                      model::name_of(want.status), completion.record.wr_id,
                                      model::name_of(completion.record.status)));
  }
}

const std::vector<std::string>& TxSystem::complaints() {
  for (std::string& text : path_->complaints()) complaints_.push_back(std::move(text));
  path_->complaints().clear();
  return complaints_;
}

}  // namespace rnic::tb
