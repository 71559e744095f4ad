// SPDX-License-Identifier: Apache-2.0
#include "models/wire/opcode.h"

#include <algorithm>
#include <array>

#include "models/wire/ext_headers.h"

namespace rnic::model {
namespace {

using enum Opcode;
using enum Operation;
using enum Place;
using enum Extension;
constexpr Transport kRc = Transport::kRc;  // no using enum: Opcode has a kCnp, too
constexpr Transport kUc = Transport::kUc;
constexpr Transport kUd = Transport::kUd;

constexpr std::array kJustReth{kReth};
constexpr std::array kRethThenImmDt{kReth, kImmDt};
constexpr std::array kJustImmDt{kImmDt};
constexpr std::array kJustIeth{kIeth};
constexpr std::array kJustAeth{kAeth};
constexpr std::array kAethThenAtomicAckEth{kAeth, kAtomicAckEth};
constexpr std::array kJustAtomicEth{kAtomicEth};
constexpr std::array kJustDeth{kDeth};
constexpr std::array kDethThenImmDt{kDeth, kImmDt};
constexpr std::array kJustCnpReserved{kCnpReserved};
constexpr std::span<const Extension> kNone{};

constexpr std::array kOpcodes{
    OpcodeInfo{kRcSendFirst, "RC_SEND_FIRST", kRc, kSend, kFirst, kNone},
    OpcodeInfo{kRcSendMiddle, "RC_SEND_MIDDLE", kRc, kSend, kMiddle, kNone},
    OpcodeInfo{kRcSendLast, "RC_SEND_LAST", kRc, kSend, kLast, kNone},
    OpcodeInfo{kRcSendLastWithImmediate, "RC_SEND_LAST_WITH_IMMEDIATE", kRc, kSend, kLast,
               kJustImmDt},
    OpcodeInfo{kRcSendOnly, "RC_SEND_ONLY", kRc, kSend, kOnly, kNone},
    OpcodeInfo{kRcSendOnlyWithImmediate, "RC_SEND_ONLY_WITH_IMMEDIATE", kRc, kSend, kOnly,
               kJustImmDt},
    OpcodeInfo{kRcRdmaWriteFirst, "RC_RDMA_WRITE_FIRST", kRc, kWrite, kFirst, kJustReth},
    OpcodeInfo{kRcRdmaWriteMiddle, "RC_RDMA_WRITE_MIDDLE", kRc, kWrite, kMiddle, kNone},
    OpcodeInfo{kRcRdmaWriteLast, "RC_RDMA_WRITE_LAST", kRc, kWrite, kLast, kNone},
    OpcodeInfo{kRcRdmaWriteLastWithImmediate, "RC_RDMA_WRITE_LAST_WITH_IMMEDIATE", kRc, kWrite,
               kLast, kJustImmDt},
    OpcodeInfo{kRcRdmaWriteOnly, "RC_RDMA_WRITE_ONLY", kRc, kWrite, kOnly, kJustReth},
    OpcodeInfo{kRcRdmaWriteOnlyWithImmediate, "RC_RDMA_WRITE_ONLY_WITH_IMMEDIATE", kRc, kWrite,
               kOnly, kRethThenImmDt},
    OpcodeInfo{kRcRdmaReadRequest, "RC_RDMA_READ_REQUEST", kRc, kReadRequest, kOnly, kJustReth},
    OpcodeInfo{kRcRdmaReadResponseFirst, "RC_RDMA_READ_RESPONSE_FIRST", kRc, kReadResponse, kFirst,
               kJustAeth},
    OpcodeInfo{kRcRdmaReadResponseMiddle, "RC_RDMA_READ_RESPONSE_MIDDLE", kRc, kReadResponse,
               kMiddle, kNone},
    OpcodeInfo{kRcRdmaReadResponseLast, "RC_RDMA_READ_RESPONSE_LAST", kRc, kReadResponse, kLast,
               kJustAeth},
    OpcodeInfo{kRcRdmaReadResponseOnly, "RC_RDMA_READ_RESPONSE_ONLY", kRc, kReadResponse, kOnly,
               kJustAeth},
    OpcodeInfo{kRcAcknowledge, "RC_ACKNOWLEDGE", kRc, kAcknowledge, kOnly, kJustAeth},
    OpcodeInfo{kRcAtomicAcknowledge, "RC_ATOMIC_ACKNOWLEDGE", kRc, kAtomicAcknowledge, kOnly,
               kAethThenAtomicAckEth},
    OpcodeInfo{kRcCompareSwap, "RC_COMPARE_SWAP", kRc, kCompareSwap, kOnly, kJustAtomicEth},
    OpcodeInfo{kRcFetchAdd, "RC_FETCH_ADD", kRc, kFetchAdd, kOnly, kJustAtomicEth},
    OpcodeInfo{kRcSendLastWithInvalidate, "RC_SEND_LAST_WITH_INVALIDATE", kRc, kSend, kLast,
               kJustIeth},
    OpcodeInfo{kRcSendOnlyWithInvalidate, "RC_SEND_ONLY_WITH_INVALIDATE", kRc, kSend, kOnly,
               kJustIeth},

    OpcodeInfo{kUcSendFirst, "UC_SEND_FIRST", kUc, kSend, kFirst, kNone},
    OpcodeInfo{kUcSendMiddle, "UC_SEND_MIDDLE", kUc, kSend, kMiddle, kNone},
    OpcodeInfo{kUcSendLast, "UC_SEND_LAST", kUc, kSend, kLast, kNone},
    OpcodeInfo{kUcSendLastWithImmediate, "UC_SEND_LAST_WITH_IMMEDIATE", kUc, kSend, kLast,
               kJustImmDt},
    OpcodeInfo{kUcSendOnly, "UC_SEND_ONLY", kUc, kSend, kOnly, kNone},
    OpcodeInfo{kUcSendOnlyWithImmediate, "UC_SEND_ONLY_WITH_IMMEDIATE", kUc, kSend, kOnly,
               kJustImmDt},
    OpcodeInfo{kUcRdmaWriteFirst, "UC_RDMA_WRITE_FIRST", kUc, kWrite, kFirst, kJustReth},
    OpcodeInfo{kUcRdmaWriteMiddle, "UC_RDMA_WRITE_MIDDLE", kUc, kWrite, kMiddle, kNone},
    OpcodeInfo{kUcRdmaWriteLast, "UC_RDMA_WRITE_LAST", kUc, kWrite, kLast, kNone},
    OpcodeInfo{kUcRdmaWriteLastWithImmediate, "UC_RDMA_WRITE_LAST_WITH_IMMEDIATE", kUc, kWrite,
               kLast, kJustImmDt},
    OpcodeInfo{kUcRdmaWriteOnly, "UC_RDMA_WRITE_ONLY", kUc, kWrite, kOnly, kJustReth},
    OpcodeInfo{kUcRdmaWriteOnlyWithImmediate, "UC_RDMA_WRITE_ONLY_WITH_IMMEDIATE", kUc, kWrite,
               kOnly, kRethThenImmDt},

    OpcodeInfo{kUdSendOnly, "UD_SEND_ONLY", kUd, kSend, kOnly, kJustDeth},
    OpcodeInfo{kUdSendOnlyWithImmediate, "UD_SEND_ONLY_WITH_IMMEDIATE", kUd, kSend, kOnly,
               kDethThenImmDt},

    OpcodeInfo{kCnp, "CNP", Transport::kCnp, kCongestionNotification, kOnly, kJustCnpReserved},
};

static_assert(std::ranges::is_sorted(kOpcodes, {}, &OpcodeInfo::opcode),
              "find_opcode() searches by halves");

}  // namespace

std::size_t size_of(Extension extension) noexcept {
  switch (extension) {
    case kReth:
      return Reth::kBytes;
    case kAeth:
      return Aeth::kBytes;
    case kAtomicEth:
      return AtomicEth::kBytes;
    case kAtomicAckEth:
      return AtomicAckEth::kBytes;
    case kDeth:
      return Deth::kBytes;
    case kImmDt:
      return ImmDt::kBytes;
    case kIeth:
      return Ieth::kBytes;
    case kCnpReserved:
      return CnpReserved::kBytes;
  }
  return 0;
}

std::size_t OpcodeInfo::extension_bytes() const noexcept {
  std::size_t bytes = 0;
  for (const Extension extension : extensions) bytes += size_of(extension);
  return bytes;
}

std::span<const OpcodeInfo> all_opcodes() noexcept { return kOpcodes; }

const OpcodeInfo* find_opcode(std::uint8_t opcode) noexcept {
  const auto wanted = static_cast<Opcode>(opcode);
  const auto found = std::ranges::lower_bound(kOpcodes, wanted, {}, &OpcodeInfo::opcode);
  return found != kOpcodes.end() && found->opcode == wanted ? &*found : nullptr;
}

}  // namespace rnic::model
