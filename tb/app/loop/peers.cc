// SPDX-License-Identifier: Apache-2.0
#include "tb/app/loop/peers.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <variant>

#include "models/host/wqe.h"
#include "tb/app/errors.h"

namespace rnic::app {
namespace {

constexpr std::uint16_t kFullMember = 0x8000;

const model::QpContext& sender_of(const WorkConfig& work, const WqeConfig& wqe) {
  return *std::ranges::find(work.qps, wqe.qpn, &model::QpContext::qpn);
}

model::RxQpConfig peer_of(const model::QpContext& qp) {
  // Two limited members would not talk to each other.
  return {.type = qp.type,
          .qpn = qp.remote_qpn,
          .pmtu = qp.pmtu,
          .pkey = static_cast<std::uint16_t>(qp.pkey | kFullMember),
          .source_ip = qp.destination_ip,
          .destination_ip = qp.source_ip,
          .vlan = qp.vlan,
          .rq_psn = qp.sq_psn};
}

}  // namespace

std::vector<model::RxQpConfig> peers_of(const WorkConfig& work, const std::string& name) {
  std::vector<model::RxQpConfig> peers;
  std::map<std::uint32_t, std::uint32_t> holders;  // table index to QPN
  const auto add = [&](const model::RxQpConfig& peer) {
    const auto [holder, is_new] = holders.emplace(peer.qpn % kNumQps, peer.qpn);
    if (!is_new) {
      throw InputError(
          holder->second == peer.qpn
              ? fmt::format("{}: remote_qpn {:#x} stands twice, expected a peer of its own for "
                            "each queue pair",
                            name, peer.qpn)
              : fmt::format("{}: remote_qpn {:#x} and {:#x} share an entry of the peer's table, "
                            "expected QPNs that differ modulo {}",
                            name, holder->second, peer.qpn, kNumQps));
    }
    peers.push_back(peer);
  };
  for (const model::QpContext& qp : work.qps) {
    if (qp.type != model::QpType::kUd) add(peer_of(qp));
  }
  for (const WqeConfig& config : work.wqes) {
    const model::QpContext& qp = sender_of(work, config);
    if (qp.type != model::QpType::kUd) continue;
    model::Wqe wqe = config.wqe;
    if (!config.raw.empty()) {
      const auto decoded = model::decode_wqe(config.raw, qp.type, qp.pmtu);
      if (!std::holds_alternative<model::Wqe>(decoded)) continue;  // never sent
      wqe = std::get<model::Wqe>(decoded);
    }
    const auto known = std::ranges::find(peers, wqe.remote_qpn(), &model::RxQpConfig::qpn);
    if (known != peers.end() && known->type == model::QpType::kUd) {
      known->pmtu = std::max(known->pmtu, qp.pmtu);
      continue;
    }
    model::RxQpConfig peer = peer_of(qp);
    peer.qpn = wqe.remote_qpn();
    peer.qkey = wqe.queue_key();
    add(peer);
  }
  return peers;
}

}  // namespace rnic::app
