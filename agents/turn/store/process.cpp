#include "agents/turn/store/process.hpp"

#include "state/vocabulary/names.hpp"

#include <atomic>
#include <charconv>
#include <fmt/core.h>
#include <fstream>
#include <mutex>
#include <string>
#include <unistd.h>

namespace artifactd::turn {

namespace {

/// Empty if it cannot be read, as when its process ends between opening and reading: an iterator over the
/// file would throw then.
std::string content_of(std::string const& path) {
  std::ifstream file(path);
  std::string text;
  std::getline(file, text, '\0');
  return text;
}

/// Field 22 of /proc/<pid>/stat; 0 if it cannot be read or the process is a zombie. The second field may
/// contain blanks and parentheses; the third is the state.
std::int64_t start_of(std::int64_t pid) {
  auto const stat = content_of(fmt::format("/proc/{}/stat", pid));
  auto at = stat.rfind(')');
  if (at != std::string::npos && (stat.compare(at, 3, ") Z") == 0 || stat.compare(at, 3, ") X") == 0))
    return 0;
  constexpr int fields_behind_name = 20;
  for (int field = 0; field < fields_behind_name && at != std::string::npos; ++field)
    at = stat.find(' ', at + 1);
  std::int64_t start = 0;
  if (at != std::string::npos) std::from_chars(stat.data() + at + 1, stat.data() + stat.size(), start);
  return start;
}

/// Empty if it cannot be read.
std::string boot_id() {
  static std::mutex mutex;
  static std::string known;
  std::lock_guard const lock(mutex);
  if (known.empty()) known = trimmed(content_of("/proc/sys/kernel/random/boot_id"));
  return known;
}

/// Read once in a process; a forked one reads its own. 0 if it cannot be read.
std::int64_t own_start() {
  static std::atomic<pid_t> known = 0;
  static std::atomic<std::int64_t> start = 0;
  auto const own = ::getpid();
  if (known == own) return start;
  auto const read = start_of(own);
  if (read == 0) return 0;
  start = read;
  known = own;
  return read;
}

} // namespace

Result<Process> own_process() {
  Process own{.pid = ::getpid(), .start = own_start(), .boot_id = boot_id()};
  if (own.start == 0 || own.boot_id.empty()) return fail(Fault::unsupported, "/proc cannot be read");
  return own;
}

bool is_alive(Process const& process) {
  return process.boot_id == boot_id() && process.start != 0 && start_of(process.pid) == process.start;
}

} // namespace artifactd::turn
