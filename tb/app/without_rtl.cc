// SPDX-License-Identifier: Apache-2.0
//
// The subcommands that need RTL, in a program that was built without it (RNIC_RTL=OFF).
#include "tb/app/bench/bench_rx.h"
#include "tb/app/bench/bench_tx.h"
#include "tb/app/bench_icrc.h"
#include "tb/app/errors.h"
#include "tb/app/icrc.h"
#include "tb/app/loop/loop.h"
#include "tb/app/replay/replay.h"
#include "tb/app/tx/tx.h"
#include "tb/app/vectors/vectors.h"

namespace rnic::app {

ExitStatus icrc(const IcrcOptions&, const Console&) {
  throw InputError("icrc: this program was built without RTL, expected a build with RNIC_RTL=ON");
}

ExitStatus replay(const ReplayOptions&, const Console&) {
  throw InputError("replay: this program was built without RTL, expected a build with RNIC_RTL=ON");
}

ExitStatus tx(const TxOptions&, const Console&) {
  throw InputError("tx: this program was built without RTL, expected a build with RNIC_RTL=ON");
}

ExitStatus loop(const LoopOptions&, const Console&) {
  throw InputError("loop: this program was built without RTL, expected a build with RNIC_RTL=ON");
}

ExitStatus vectors(const VectorsOptions&, const Console&) {
  throw InputError(
      "vectors: this program was built without RTL, expected a build with RNIC_RTL=ON");
}

ExitStatus bench_icrc(const BenchIcrcOptions&, const Console&) {
  throw InputError(
      "bench icrc: this program was built without RTL, expected a build with RNIC_RTL=ON");
}

ExitStatus bench_rx(const BenchRxOptions&, const Console&) {
  throw InputError(
      "bench rx: this program was built without RTL, expected a build with RNIC_RTL=ON");
}

ExitStatus bench_tx(const BenchTxOptions&, const Console&) {
  throw InputError(
      "bench tx: this program was built without RTL, expected a build with RNIC_RTL=ON");
}

}  // namespace rnic::app
