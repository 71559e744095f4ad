// SPDX-License-Identifier: Apache-2.0
//
// What a replay assumes of the QPs whose frames it sees.
#include "tb/app/replay/learn.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tb/app/test/replay_fixture.h"

namespace rnic::app::test {
namespace {

using model::QpType;
using model::RxQpConfig;
using ::testing::SizeIs;

class Learning : public ::testing::Test {
 protected:
  void see(const model::RoceFrame& frame) { see_bytes(wire(frame)); }
  void see_bytes(const Bytes& bytes) { learner_.look_at(model::prepare_for_replay(bytes)); }

  // The one QP of the NIC at 10.0.0.`host`.
  RxQpConfig qp_of(std::uint8_t host) const {
    for (const LearnedNic& nic : learner_.learned().nics) {
      if (nic.address != model::IpAddress(model::Ipv4Address{10, 0, 0, host})) continue;
      EXPECT_THAT(nic.qps, SizeIs(1));
      return nic.qps.at(0);
    }
    ADD_FAILURE() << "no NIC at 10.0.0." << int{host};
    return {};
  }

  Learner learner_;
};

TEST_F(Learning, EachDestinationAddressIsANicInOrderOfAppearance) {
  see(request(Opcode::kRcSendOnly, 0x10, 5));
  see(response(Opcode::kRcAcknowledge, 0x10));
  see(request(Opcode::kRcSendOnly, 0x11, 5));
  const Learned learned = learner_.learned();
  ASSERT_THAT(learned.nics, SizeIs(2));
  EXPECT_EQ(learned.nics[0].address, model::IpAddress(model::Ipv4Address{10, 0, 0, 2}));
  EXPECT_EQ(learned.nics[1].address, model::IpAddress(model::Ipv4Address{10, 0, 0, 1}));
  EXPECT_EQ(learned.nics[0].qps.at(0).qpn, 0x11u);
  EXPECT_EQ(learned.nics[1].qps.at(0).qpn, 0x12u);
}

TEST_F(Learning, AddressesOfBothFamiliesAreDifferentNics) {
  see(request(Opcode::kRcSendOnly, 0x10, 5));
  model::RoceFrame v6 = request(Opcode::kRcSendOnly, 0x10, 5);
  model::Ipv6Header ip;
  ip.destination = {0xFD};
  v6.ip = ip;
  see(v6);
  EXPECT_THAT(learner_.learned().nics, SizeIs(2));
}

TEST_F(Learning, NothingIsCheckedThatWasNotSeen) {
  see(request(Opcode::kRcSendOnly, 0x10, 5));
  const RxQpConfig qp = qp_of(2);
  EXPECT_FALSE(qp.source_ip);
  EXPECT_FALSE(qp.destination_ip);
  EXPECT_FALSE(qp.vlan);
  EXPECT_EQ(qp.state, model::QpState::kReady);
}

TEST_F(Learning, TypeComesFromTheOpcodes) {
  const auto type_for = [](Opcode opcode) {
    Learner learner;
    learner.look_at(model::prepare_for_replay(wire(request(opcode, 1, 0))));
    return learner.learned().nics.at(0).qps.at(0).type;
  };
  EXPECT_EQ(type_for(Opcode::kRcRdmaReadRequest), QpType::kRc);
  EXPECT_EQ(type_for(Opcode::kUcSendOnly), QpType::kUc);
  EXPECT_EQ(type_for(Opcode::kUdSendOnly), QpType::kUd);
  EXPECT_EQ(type_for(Opcode::kCnp), QpType::kRc);
}

TEST_F(Learning, CnpLeavesTheTypeToTheNextFrame) {
  see(request(Opcode::kCnp, 0, 0));
  see(request(Opcode::kUcSendOnly, 7, 5));
  EXPECT_EQ(qp_of(2).type, QpType::kUc);
  EXPECT_EQ(qp_of(2).rq_psn, 7u);
}

TEST_F(Learning, FramesOfAnotherTypeTeachNothing) {
  see(request(Opcode::kRcSendOnly, 0x10, 5));
  see(request(Opcode::kUcSendFirst, 0x90, 4096));
  EXPECT_EQ(qp_of(2).type, QpType::kRc);
  EXPECT_EQ(qp_of(2).pmtu, 256u);
}

TEST_F(Learning, ExpectedPsnIsTheFirstRequestsAndNotTheLowest) {
  see(request(Opcode::kRcSendOnly, 0x11, 5));
  see(request(Opcode::kRcSendOnly, 0x10, 5));
  EXPECT_EQ(qp_of(2).rq_psn, 0x11u);
}

TEST_F(Learning, ResponsesSayNothingOfTheExpectedPsn) {
  see(response(Opcode::kRcAcknowledge, 0x500));
  model::RoceFrame back = frame_between(2, 1, Opcode::kRcSendOnly, 0x77);
  see(back);
  EXPECT_EQ(qp_of(1).rq_psn, 0x77u);
}

TEST_F(Learning, WindowHoldsAllResponsesAlsoAcrossTheWrap) {
  see(response(Opcode::kRcAcknowledge, 0xFFFFFF));
  see(response(Opcode::kRcAcknowledge, 0x000003));
  see(response(Opcode::kRcAcknowledge, 0xFFFFFE));
  EXPECT_EQ(qp_of(1).sq_una, 0xFFFFFEu);
  EXPECT_EQ(qp_of(1).sq_psn, 0x000004u);
}

TEST_F(Learning, WindowIsEmptyWithoutResponses) {
  see(request(Opcode::kRcSendOnly, 0x10, 5));
  EXPECT_EQ(qp_of(2).sq_una, qp_of(2).sq_psn);
}

TEST_F(Learning, ReadAndAtomicResponsesCountForTheWindow) {
  see(response(Opcode::kRcRdmaReadResponseFirst, 5, 1024));
  see(response(Opcode::kRcRdmaReadResponseMiddle, 6, 1024));
  model::RoceFrame atomic = response(Opcode::kRcAtomicAcknowledge, 9);
  atomic.atomic_ack_eth = model::AtomicAckEth{};
  see(atomic);
  EXPECT_EQ(qp_of(1).sq_una, 5u);
  EXPECT_EQ(qp_of(1).sq_psn, 10u);
}

TEST_F(Learning, KeysAreThoseOfTheFirstFrame) {
  model::RoceFrame first = request(Opcode::kUdSendOnly, 0, 5);
  first.bth.pkey = 0x8123;
  first.deth->queue_key = 0x80010000;
  model::RoceFrame second = request(Opcode::kUdSendOnly, 0, 5);
  second.deth->queue_key = 7;
  see(first);
  see(second);
  EXPECT_EQ(qp_of(2).pkey, 0x8123);
  EXPECT_EQ(qp_of(2).qkey, 0x80010000u);
}

TEST_F(Learning, ALimitedMembersKeyIsLearnedAsItIs) {
  model::RoceFrame frame = request(Opcode::kRcSendOnly, 0, 5);
  frame.bth.pkey = 0x0123;
  see(frame);
  EXPECT_EQ(qp_of(2).pkey, 0x0123);
}

TEST_F(Learning, PmtuIsWhatMostFirstAndMiddlePacketsCarry) {
  see(request(Opcode::kRcRdmaWriteFirst, 1, 512));
  see(request(Opcode::kRcRdmaWriteMiddle, 2, 1024));
  see(request(Opcode::kRcRdmaWriteMiddle, 3, 1024));
  see(request(Opcode::kRcSendOnly, 4, 2048));
  EXPECT_EQ(qp_of(2).pmtu, 1024u);
}

TEST_F(Learning, LengthThatIsNoPmtuTeachesNone) {
  see(request(Opcode::kRcSendFirst, 1, 1000));
  see(request(Opcode::kRcSendMiddle, 2, 512));
  EXPECT_EQ(qp_of(2).pmtu, 512u);
}

TEST_F(Learning, PmtuComesFromReadResponsesThatTheQpGets) {
  see(response(Opcode::kRcRdmaReadResponseFirst, 5, 512));
  see(response(Opcode::kRcRdmaReadResponseLast, 6, 100));
  EXPECT_EQ(qp_of(1).pmtu, 512u);
}

TEST_F(Learning, PmtuComesFromReadResponsesThatAnswerTheQp) {
  see(read_request(5, 9000));
  see(response(Opcode::kRcRdmaReadResponseFirst, 5, 2048));
  EXPECT_EQ(qp_of(2).pmtu, 2048u);
}

TEST_F(Learning, ResponseToSomebodyElsesReadTeachesNothing) {
  see(read_request(5, 9000));
  see(response(Opcode::kRcRdmaReadResponseFirst, 6, 2048));
  EXPECT_EQ(qp_of(2).pmtu, 256u);
}

TEST_F(Learning, FirstAndMiddlePacketsGoBeforeReadResponses) {
  see(request(Opcode::kRcSendFirst, 4, 512));
  see(read_request(5, 9000));
  see(response(Opcode::kRcRdmaReadResponseFirst, 5, 2048));
  EXPECT_EQ(qp_of(2).pmtu, 512u);
}

TEST_F(Learning, ElseThePmtuIsTheSmallestThatHoldsAllPayloads) {
  see(request(Opcode::kRcSendOnly, 1, 257));
  EXPECT_EQ(qp_of(2).pmtu, 512u);
  see(request(Opcode::kRcSendOnly, 2, 512));
  EXPECT_EQ(qp_of(2).pmtu, 512u);
  see(read_request(5, 1000));
  see(response(Opcode::kRcRdmaReadResponseOnly, 5, 1000));
  EXPECT_EQ(qp_of(2).pmtu, 1024u) << "its READ was answered with one packet";
  see(request(Opcode::kRcSendOnly, 6, 5000));
  EXPECT_EQ(qp_of(2).pmtu, 4096u) << "there is no greater one";
}

TEST_F(Learning, FramesThatAreWrongTeachNothing) {
  see_bytes(damaged(wire(request(Opcode::kRcSendOnly, 0x0F, 5))));
  see_bytes(Bytes(60));
  learner_.look_at({.bytes = wire(request(Opcode::kRcSendOnly, 0x0E, 5)), .mac_error = true});
  EXPECT_THAT(learner_.learned().nics, SizeIs(0));
  see(request(Opcode::kRcSendOnly, 0x10, 5));
  EXPECT_EQ(qp_of(2).rq_psn, 0x10u);
}

TEST_F(Learning, OfTwoQpnsThatShareAnEntryTheFirstStays) {
  model::RoceFrame second = request(Opcode::kRcSendOnly, 0x99, 5);
  second.bth.dest_qp = 0x411;
  see(request(Opcode::kRcSendOnly, 0x10, 5));
  see(second);
  see(second);
  EXPECT_EQ(qp_of(2).qpn, 0x11u);
  EXPECT_EQ(qp_of(2).rq_psn, 0x10u);
  const Learned learned = learner_.learned();
  ASSERT_THAT(learned.clashes, SizeIs(1)) << "told once";
  EXPECT_EQ(learned.clashes[0].clash.held, 0x11u);
  EXPECT_EQ(learned.clashes[0].clash.refused, 0x411u);
}

TEST_F(Learning, SameQpnAtTwoNicsIsTwoQps) {
  see(request(Opcode::kRcSendOnly, 0x10, 5));
  model::RoceFrame other = frame_between(2, 1, Opcode::kRcSendOnly, 0x20);
  other.bth.dest_qp = 0x411;
  see(other);
  EXPECT_EQ(qp_of(2).qpn, 0x11u);
  EXPECT_EQ(qp_of(1).qpn, 0x411u);
  EXPECT_THAT(learner_.learned().clashes, SizeIs(0));
}

TEST(LearningWithAMacFilter, LearnsOnlyQpsOfFramesForUs) {
  Learner learner(model::MacAddress{2, 0, 0, 0, 0, 2});
  const auto see = [&](const model::RoceFrame& frame) {
    learner.look_at(model::prepare_for_replay(wire(frame)));
  };
  see(response(Opcode::kRcAcknowledge, 1));
  see(read_request(5, 9000));
  see(response(Opcode::kRcRdmaReadResponseFirst, 5, 2048));
  const Learned learned = learner.learned();
  ASSERT_THAT(learned.nics, SizeIs(1));
  EXPECT_EQ(learned.nics[0].qps.at(0).qpn, 0x11u);
  EXPECT_EQ(learned.nics[0].qps.at(0).pmtu, 2048u)
      << "what we send tells of our READs all the same";
}

}  // namespace
}  // namespace rnic::app::test
