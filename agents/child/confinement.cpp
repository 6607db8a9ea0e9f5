#include "agents/child/confinement.hpp"

#include "agents/child/program.hpp"
#include "state/platform/stamp.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <fcntl.h>
#include <filesystem>
#include <fmt/core.h>
#include <linux/landlock.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace artifactd {

namespace {

namespace fs = std::filesystem;

// Newer than the kernel headers of Debian 12.
constexpr std::uint64_t truncating = 1ULL << 14;
constexpr std::uint64_t device_control = 1ULL << 15;
constexpr std::uint64_t other_signals = 1ULL << 1;    ///< to processes outside
constexpr std::uint64_t abstract_sockets = 1ULL << 0; ///< of processes outside
struct Ruleset {
  std::uint64_t files;
  std::uint64_t network;
  std::uint64_t scopes;
};

constexpr std::uint64_t reading_programs =
    LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR;
constexpr std::uint64_t making_devices = LANDLOCK_ACCESS_FS_MAKE_CHAR | LANDLOCK_ACCESS_FS_MAKE_BLOCK;
constexpr std::uint64_t using_a_device =
    LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_WRITE_FILE | truncating | device_control;
constexpr std::uint64_t of_a_file = LANDLOCK_ACCESS_FS_EXECUTE | using_a_device;

constexpr std::array of_programs = {"/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32",
                                    "/etc", "/opt", "/proc", "/sys", "/nix",   "/snap",  "/etc/resolv.conf"};
constexpr std::array devices = {"/dev/null",    "/dev/zero", "/dev/full", "/dev/random",
                                "/dev/urandom", "/dev/tty",  "/dev/ptmx"};
constexpr std::array shared_devices = {"/dev/pts", "/dev/shm"};

long landlock_version() noexcept {
  return ::syscall(SYS_landlock_create_ruleset, nullptr, 0, LANDLOCK_CREATE_RULESET_VERSION);
}

std::uint64_t handled_by(long abi) noexcept {
  auto all = (LANDLOCK_ACCESS_FS_MAKE_SYM << 1) - 1;
  if (abi >= 2) all |= LANDLOCK_ACCESS_FS_REFER;
  if (abi >= 3) all |= truncating;
  if (abi >= 5) all |= device_control;
  return all;
}

/// Compares path names, for use when the directories in between may not be searched; then the program cannot
/// descend through them either.
Result<bool> is_named_above(int directory, int below) {
  auto const above = path_of(directory);
  auto const path = path_of(below);
  if (!above || !path || !path->starts_with('/'))
    return fail(Fault::denied, "cannot confine a program: the directories above its own may not be searched");
  return (*path + "/").starts_with(*above + "/");
}

/// Whether the directory is `below`, or above it.
Result<bool> lies_above(int directory, int below) {
  auto const wanted = TRY(stamp_of(directory));
  UniqueFd at(::openat(below, ".", O_PATH | O_DIRECTORY | O_CLOEXEC));
  for (int depth = 0; at && depth < 4096; ++depth) {
    auto const here = TRY(stamp_of(at.get()));
    if (same_file(here, wanted)) return true;
    UniqueFd above(::openat(at.get(), "..", O_PATH | O_DIRECTORY | O_CLOEXEC));
    if (!above && errno == EACCES) return is_named_above(directory, below);
    if (!above) break;
    if (same_file(TRY(stamp_of(above.get())), here)) return false;
    at = std::move(above);
  }
  return fail(errno_error("confining a program", "the directories above its own"));
}

class Walls {
public:
  Walls(UniqueFd ruleset, std::uint64_t handled, int own)
      : ruleset_(std::move(ruleset)), handled_(handled), own_(own) {}

  /// Allows `access` beneath a directory that is already open.
  Result<void> allow(int place, std::uint64_t access) {
    auto const directory = S_ISDIR(TRY(stamp_of(place)).mode);
    landlock_path_beneath_attr const rule{access & handled_ & (directory ? ~0ULL : of_a_file), place};
    if (::syscall(SYS_landlock_add_rule, ruleset_.get(), LANDLOCK_RULE_PATH_BENEATH, &rule, 0) != 0)
      return fail(errno_error("confining a program", "a rule"));
    return {};
  }

  /// Missing paths need no rule; directories above the program's own get none.
  Result<void> allow(fs::path const& path, std::uint64_t access) {
    UniqueFd const place(::open(path.c_str(), O_PATH | O_CLOEXEC));
    if (!place || !path.is_absolute() || path == path.root_path()) return {};
    if (S_ISDIR(TRY(stamp_of(place.get())).mode) && TRY(lies_above(place.get(), own_))) return {};
    return allow(place.get(), access);
  }

  UniqueFd take() { return std::move(ruleset_); }

private:
  UniqueFd ruleset_;
  std::uint64_t handled_;
  int own_;
};

Result<void> allow_the_program(Walls& walls, Command const& command,
                               std::vector<std::string> const& environment) {
  auto const program = fs::path(TRY(find_program(command, environment)));
  std::error_code unknown;
  for (auto const& each : {program, fs::canonical(program, unknown)}) {
    auto const directory = each.parent_path();
    TRY(walls.allow(directory, reading_programs));
    if (directory.filename() != "bin") continue;
    for (auto const* beside : {"lib", "lib64", "libexec", "share"})
      TRY(walls.allow(directory.parent_path() / beside, reading_programs));
  }
  auto const path = value_of(environment, "PATH");
  for (std::size_t begin = 0; begin < path.size();) {
    auto const end = std::min(path.find(':', begin), path.size());
    TRY(walls.allow(path.substr(begin, end - begin), reading_programs));
    begin = end + 1;
  }
  return {};
}

} // namespace

Result<UniqueFd> confinement(Command const& command) {
  TRY(confinement_available());
  auto const abi = landlock_version();
  auto const handled = handled_by(abi);
  Ruleset const attributes{handled, 0, abi >= 6 ? other_signals | abstract_sockets : 0};
  // An older kernel accepts the longer structure as long as the fields it does not know are zero.
  UniqueFd ruleset(
      static_cast<int>(::syscall(SYS_landlock_create_ruleset, &attributes, sizeof attributes, 0)));
  if (!ruleset) return fail(errno_error("confining a program", "a ruleset"));
  auto const own = std::get<int>(command.directory);
  Walls walls(std::move(ruleset), handled, own);
  TRY(walls.allow(own, ~making_devices));
  for (auto const* path : of_programs)
    TRY(walls.allow(fs::path(path), reading_programs));
  for (auto const* path : devices)
    TRY(walls.allow(fs::path(path), using_a_device));
  for (auto const* path : shared_devices)
    TRY(walls.allow(fs::path(path), ~making_devices));
  auto const environment = environment_of(command);
  TRY(allow_the_program(walls, command, environment));
  auto const temporary = value_of(environment, "TMPDIR");
  TRY(walls.allow(fs::path(temporary.empty() ? "/tmp" : temporary), ~making_devices));
  TRY(walls.allow(fs::path(value_of(environment, "HOME")), ~making_devices));
  return walls.take();
}

Result<void> confinement_available() {
  if (landlock_version() >= 1) return {};
  return fail(
      Fault::unsupported,
      fmt::format("this kernel has no Landlock ({}): it needs Linux 5.13 or newer, with landlock among "
                  "the enabled security modules (lsm= on the kernel's command line)",
                  errno_error("landlock_create_ruleset", "version").message));
}

} // namespace artifactd
