#include "tests/agents/child/sandbox_attack.hpp"

#include <filesystem>
#include <fmt/core.h>
#include <fstream>
#include <poll.h>
#include <string>
#include <unistd.h>

namespace artifactd::test {

namespace {

/// In the command line of every attacker, and of no other process.
std::string const marker = fmt::format("attack-of-{}-", ::getpid());

constexpr std::string_view before = R"python(
import ctypes, errno, sys
given = sys.stdin.buffer.read().decode()
libc = ctypes.CDLL(None, use_errno=True)
libc.syscall.restype = ctypes.c_long

def call(number, *arguments):
    ctypes.set_errno(0)
    if libc.syscall(ctypes.c_long(number), *arguments) == -1:
        code = ctypes.get_errno()
        if code != errno.EPERM:
            raise RuntimeError(f"system call {number} failed by itself: {os.strerror(code)}")
        raise PermissionError(code, "refused")
    return True

def attack():
)python";

constexpr std::string_view after = R"python(
try:
    fate = "escaped" if attack() else "held: without effect"
except (OSError, MemoryError) as error:
    fate = f"held: {error!r}"
except BaseException as error:
    fate = f"broken: {error!r}"
os.write(3, fate.encode())
)python";

std::string indented(std::string_view body) {
  std::string text = "    ";
  for (char const c : body) {
    text += c;
    if (c == '\n') text += "    ";
  }
  return text;
}

bool is_attacker(std::filesystem::path const& process) {
  std::ifstream file(process / "cmdline");
  // An iterator over the file would throw if the process ended meanwhile.
  for (std::string argument; std::getline(file, argument, '\0');)
    if (argument.contains(marker)) return true;
  return false;
}

bool any_attacker() {
  std::error_code gone;
  for (auto const& each : std::filesystem::directory_iterator("/proc", gone))
    if (is_attacker(each.path())) return true;
  return false;
}

template <class Condition>
bool comes_true(Condition condition) {
  for (int tries = 0; tries < 200; ++tries) {
    if (condition()) return true;
    ::poll(nullptr, 0, 50); // nothing notifies us when other users' processes come and go
  }
  return false;
}

} // namespace

SandboxSettings const& tried_sandbox() {
  static SandboxSettings const settings;
  return settings;
}

std::string fate_of(Attack const& attack, std::string_view given, SandboxSettings const& settings) {
  auto const script =
      fmt::format("# {}{}\n{}{}{}", marker, attack.name, before, indented(attack.body), after);
  auto const ran = run_python(settings, script, std::string(given));
  if (!ran) return "not run: " + ran.error().message;
  if (std::holds_alternative<TimedOut>(ran->ending)) return "timed out";
  if (!ran->result.bytes.empty()) return ran->result.bytes;
  auto const* exited = std::get_if<Exited>(&ran->ending);
  if (exited && exited->code > 128) return fmt::format("died: {}", exited->code - 128);
  return "broken: " + ran->errors.bytes;
}

bool an_attacker_appears() {
  return comes_true([] { return any_attacker(); });
}

bool any_attacker_left() {
  return !comes_true([] { return !any_attacker(); });
}

} // namespace artifactd::test
