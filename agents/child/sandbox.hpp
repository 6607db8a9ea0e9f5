// A Python interpreter that can only compute: its own namespaces (user, pid, net, ipc, uts, cgroup, mount),
// an unprivileged user without capabilities, a read-only file system that holds only the interpreter and its
// library, a system call allow-list (syscall_filter), limits on memory, time and descriptors, one process, no
// environment. It has its input, two drained outputs and one descriptor for a result. Never runs anything if
// one of these is unavailable.
#pragma once

#include "agents/child/process.hpp"

#include <memory>
#include <mutex>
#include <string_view>

namespace artifactd {

struct SandboxSettings;

/// Remembers that the isolation was tested and works; the first user tests it.
class SandboxProof {
public:
  /// Tests the isolation, unless an earlier test succeeded.
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

/// Runs `script` with `input` on stdin; what it writes to descriptor 3 is Ran::result. The isolation is
/// tested before the first script. An Error means that the script did not begin: the isolation is
/// unavailable, permanently (Fault::unsupported) or for now. Any later failure is caused by the script.
Result<Ran> run_python(SandboxSettings const& settings, std::string_view script, std::string input);

/// Tests every part of the isolation from inside, once. The Error (Fault::unsupported) says what this machine
/// lacks.
Result<void> sandbox_available(SandboxSettings const& settings);

/// run_python() without testing the isolation first: used by the test itself.
Result<Ran> run_python_unproven(SandboxSettings const& settings, std::string_view script, std::string input);

} // namespace artifactd
