// A Python interpreter that can only compute: namespaces of its own (user, pid, net, ipc, uts, cgroup,
// mount), an unprivileged user without capabilities, a file system that holds nothing but the interpreter and
// its library and in which nothing can be written, a system call allow-list (syscall_filter), limits on
// memory, time and descriptors, one process, no environment. It has its input, two drained outputs and one
// descriptor for a result. Never runs anything when one of these cannot be had.
#pragma once

#include "agents/child/process.hpp"

#include <memory>
#include <mutex>
#include <string_view>

namespace artifactd {

struct SandboxSettings;

/// That the walls were tried, and hold: once, by whoever needs them first.
class SandboxProof {
public:
  /// Tries them, unless they were found to hold before.
  Result<void> of(SandboxSettings const& settings);

private:
  std::mutex mutex_;
  bool holds_ = false; ///< guarded by mutex_
};

struct SandboxSettings {
  std::string bubblewrap = "/usr/bin/bwrap";
  std::string interpreter = "/usr/bin/python3";
  std::uint64_t memory = 256 * 1024 * 1024; ///< address space, in bytes
  Duration time = std::chrono::seconds(5);  ///< wall clock, start included
  std::size_t result = 1024 * 1024;         ///< bytes of result that are kept
  int cancel = -1;                          ///< as in Command
  Runner runner = run;
  std::shared_ptr<SandboxProof> proof = std::make_shared<SandboxProof>(); ///< shared by copies
};

/// Runs `script` with `input` on stdin; what it writes to descriptor 3 is Ran::result. Before the first
/// script the walls are tried. An Error says that the script did not begin: the isolation cannot be had
/// (Fault::unsupported) or not now. From there on whatever happens is the script's doing.
Result<Ran> run_python(SandboxSettings const& settings, std::string_view script, std::string input);

/// Tries every wall from inside, once. The Error (Fault::unsupported) says what is missing on this machine.
Result<void> sandbox_available(SandboxSettings const& settings);

/// As run_python(), whether the walls hold or not: for trying them.
Result<Ran> run_python_unproven(SandboxSettings const& settings, std::string_view script, std::string input);

} // namespace artifactd
