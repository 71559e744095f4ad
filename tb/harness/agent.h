// SPDX-License-Identifier: Apache-2.0
#pragma once

// An agent stands at pins of the model and does one job: drive, watch or throttle.
//
// In every clock the Dut settles the logic, calls sample() of every agent, makes the rising edge,
// and calls drive() of every agent. So all agents see the values that the edge sees and none sees
// what a neighbour drives for the next clock.

#include <cstdint>
#include <string>
#include <utility>

namespace rnic::tb {

class Agent {
 public:
  explicit Agent(std::string name) : name_(std::move(name)) {}
  virtual ~Agent() = default;
  Agent(const Agent&) = delete;
  Agent& operator=(const Agent&) = delete;

  const std::string& name() const noexcept { return name_; }

  // Put the pins at rest: nothing valid. Called for every clock of a reset.
  virtual void rest() {}
  // The pins are settled for clock `clock`; read only.
  virtual void sample(uint64_t clock) { (void)clock; }
  // Set the pins for clock `clock`, the one that begins.
  virtual void drive(uint64_t clock) { (void)clock; }
  // Empty when nothing is held, else what the agent still waits for, in one line.
  virtual std::string holds() const { return {}; }

 private:
  std::string name_;
};

}  // namespace rnic::tb
