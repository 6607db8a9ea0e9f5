#include "agents/child/sandbox.hpp"

#include <fmt/core.h>

namespace artifactd {

namespace {

/// Names every part of the isolation that does not work; "sound" if all do.
constexpr std::string_view probe = R"python(
holes = []

def must_fail(wall, attempt, *arguments):
    try:
        attempt(*arguments)
    except OSError:
        return
    holes.append(wall)

import _socket
must_fail("processes can be created", os.fork)
must_fail("signals can be sent", os.kill, 1, 0)
must_fail("sockets can be created", _socket.socket)
must_fail("namespaces can be entered", os.listdir, "/proc")
for place in ("/", "/tmp/", "/dev/", "/usr/lib/"):
    must_fail("files can be written", os.open, place + "x", os.O_WRONLY | os.O_CREAT)
    must_fail("directories can be created", os.mkdir, place + "x")
    if os.access(place, os.W_OK):
        holes.append("the file system is writable")
for number in range(4, 64):
    must_fail("descriptors are inherited", os.fstat, number)
if 0 in (os.getuid(), os.geteuid()):
    holes.append("it runs as root")
if not set(os.listdir("/")) <= {"usr", "lib", "lib64"}:
    holes.append("foreign files are visible")
if not set(os.environ) <= {"PWD", "LC_CTYPE"}:
    holes.append("the environment is inherited")
os.write(3, ("; ".join(dict.fromkeys(holes)) or "sound").encode())
)python";

} // namespace

Result<void> sandbox_available(SandboxSettings const& settings) {
  auto const ran = TRY(run_python_unproven(settings, probe, ""));
  if (ran.result.bytes == "sound") return {};
  if (std::holds_alternative<TimedOut>(ran.ending) || std::holds_alternative<Cancelled>(ran.ending))
    return fail(Fault::busy, "the Python sandbox could not be tested in time");
  auto const& found = ran.result.bytes.empty() ? ran.errors.bytes : ran.result.bytes;
  return fail(Fault::unsupported, fmt::format("the Python sandbox fails its test here: {}", found));
}

Result<void> SandboxProof::of(SandboxSettings const& settings) {
  std::scoped_lock const lock(mutex_);
  if (!holds_) TRY(sandbox_available(settings));
  holds_ = true;
  return {};
}

} // namespace artifactd
