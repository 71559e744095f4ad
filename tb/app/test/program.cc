// SPDX-License-Identifier: Apache-2.0
#include "tb/app/test/program.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <pty.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace rnic::app::test {
namespace {

std::string temporary(const char* name) {
  return ::testing::TempDir() + "rnic400." + std::to_string(::getpid()) + "." + name;
}

[[noreturn]] void execute(const std::vector<std::string>& arguments) {
  std::signal(SIGPIPE, SIG_DFL);
  std::string program = RNIC_PROGRAM;
  std::vector<std::string> words = arguments;
  std::vector<char*> pointers = {program.data()};
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  ::execv(program.c_str(), pointers.data());
  std::_Exit(127);
}

void redirect(const std::string& path, int flags, int descriptor) {
  const int file = ::open(path.c_str(), flags, 0600);
  if (file < 0) std::_Exit(126);
  ::dup2(file, descriptor);
  ::close(file);
}

int wait_for(pid_t child) {
  int status = 0;
  ::waitpid(child, &status, 0);
  return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

}  // namespace

std::string read_file(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

Outcome run_program(const std::vector<std::string>& arguments, const Streams& streams) {
  const std::string out = streams.output.empty() ? temporary("out") : streams.output;
  const std::string err = temporary("err");
  const pid_t child = ::fork();
  if (child == 0) {
    redirect(streams.input, O_RDONLY, STDIN_FILENO);
    redirect(out, O_WRONLY | O_CREAT | O_TRUNC, STDOUT_FILENO);
    redirect(err, O_WRONLY | O_CREAT | O_TRUNC, STDERR_FILENO);
    execute(arguments);
  }
  Outcome outcome{.status = wait_for(child), .out = {}, .err = read_file(err)};
  if (streams.output.empty()) {
    outcome.out = read_file(out);
    std::filesystem::remove(out);
  }
  std::filesystem::remove(err);
  return outcome;
}

Outcome run_program_without_reader(const std::vector<std::string>& arguments) {
  const std::string err = temporary("err");
  std::array<int, 2> ends = {};
  if (::pipe(ends.data()) != 0) return {};
  const pid_t child = ::fork();
  if (child == 0) {
    ::close(ends[0]);
    ::dup2(ends[1], STDOUT_FILENO);
    redirect(err, O_WRONLY | O_CREAT | O_TRUNC, STDERR_FILENO);
    execute(arguments);
  }
  ::close(ends[0]);
  ::close(ends[1]);
  Outcome outcome{.status = wait_for(child), .out = {}, .err = read_file(err)};
  std::filesystem::remove(err);
  return outcome;
}

Outcome run_program_on_terminal(const std::vector<std::string>& arguments) {
  int terminal = -1;
  const pid_t child = ::forkpty(&terminal, nullptr, nullptr, nullptr);
  if (child == 0) execute(arguments);
  Outcome outcome;
  std::array<char, 4096> text = {};
  for (ssize_t got = 0; (got = ::read(terminal, text.data(), text.size())) > 0;) {
    outcome.out.append(text.data(), static_cast<std::size_t>(got));
  }
  ::close(terminal);
  outcome.status = wait_for(child);
  return outcome;
}

}  // namespace rnic::app::test
