#include "tests/faults/power/off_sweep.hpp"

#include <chrono>
#include <cmath>
#include <cstdlib>
#include <fmt/core.h>
#include <fstream>
#include <iterator>
#include <optional>
#include <sys/syscall.h>
#include <thread>

namespace artifactd::faults {

namespace fs = std::filesystem;

namespace {

/// Calls that may change what a cut leaves.
bool matters(Call const& call) {
  switch (static_cast<long>(call.number)) {
  case SYS_rename:
  case SYS_renameat:
  case SYS_renameat2:
  case SYS_unlink:
  case SYS_unlinkat:
  case SYS_linkat:
  case SYS_mkdirat:
  case SYS_fsync:
  case SYS_fdatasync:
  case SYS_fsetxattr:
    return true;
  default:
    return false;
  }
}

enum class Before : std::uint8_t { nothing, commit };
enum class StateOn : std::uint8_t { same_disk, other_disk };

struct How {
  std::size_t point; ///< cut before the next call after this many relevant ones
  Before before;
  StateOn state;
  std::chrono::milliseconds later{0}; ///< time after the end of the program

  [[nodiscard]] std::string text() const {
    return fmt::format("{}{}{}", point, before == Before::commit ? ", committed" : "",
                       state == StateOn::other_disk ? ", state elsewhere" : "");
  }
};

struct Off {
  std::string where; ///< empty: the program had ended
  Violations violations;
};

/// Puts sessions on the disk that is cut, by TMPDIR; files that outlive the cut stay where it pointed before.
class TemporaryFiles {
public:
  explicit TemporaryFiles(fs::path const& there) : before_(fs::temp_directory_path()) { set(there); }
  ~TemporaryFiles() { set(before_); }
  TemporaryFiles(TemporaryFiles const&) = delete;
  TemporaryFiles& operator=(TemporaryFiles const&) = delete;

private:
  static void set(fs::path const& path) { ::setenv("TMPDIR", path.c_str(), 1); }
  fs::path before_;
};

Off run_until(Round const& round, Stage& stage, LoopDisk& disk, How const& how, Moment& seen) {
  Off off;
  std::size_t mattered = 0;
  auto const committed = how.point < 2 ? 0 : how.point - 2;
  auto const ending = run_traced(round.program(stage), Stage::landmark(), [&](Call const& call) -> Act {
    if (!off.where.empty()) return Kill{};
    if (mattered == how.point) {
      off.where = call.name();
      seen = round.look(stage);
      round.remember(stage);
      disk.cut();
      return Kill{};
    }
    if (!matters(call)) return Pass{};
    if (mattered == committed && how.before == Before::commit) disk.commit();
    ++mattered;
    return Pass{};
  });
  if (!off.where.empty()) return off;
  std::this_thread::sleep_for(how.later);
  seen = round.look(stage);
  round.remember(stage);
  seen.ended = ending.how == Ending::How::exited && ending.code == 0;
  disk.cut();
  return off;
}

void move_state_directory(Stage const& stage, fs::path const& there) {
  auto const file = stage.home() / "artifactd.toml";
  std::ifstream in(file);
  std::string text(std::istreambuf_iterator<char>(in), {});
  auto const from = (stage.home() / "state").string();
  text.replace(text.find(from), from.size(), there.string());
  std::ofstream(file) << text;
}

Off off_at(Round const& round, LoopDisk& disk, Binaries const& binaries, How const& how) {
  test::ScratchDir const elsewhere;
  TemporaryFiles const here(disk.mounted());
  Stage stage(binaries, round.configuration);
  if (how.state == StateOn::other_disk) move_state_directory(stage, elsewhere.path());
  round.before(stage);
  disk.flush();
  round.submit(stage);
  stage.let_settle();
  Moment seen;
  auto off = run_until(round, stage, disk, how, seen);
  disk.start_again();
  off.violations = check_after_cut(round, stage, seen);
  return off;
}

class Stopwatch {
public:
  [[nodiscard]] double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }

private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

void note(CutSwept& swept, Off const& off, std::string const& how) {
  ++swept.cuts;
  for (auto const& violation : off.violations)
    swept.violations.push_back(
        fmt::format("{}, {}: {}", how, off.where.empty() ? "at the end" : "before " + off.where, violation));
}

} // namespace

CutSwept sweep_offs(Round const& round, LoopDisk& disk, CutOptions const& options) {
  Stopwatch const watch;
  CutSwept swept;
  std::size_t turn = 0;
  bool over = false;
  for (std::size_t point = 0; !over; ++point)
    for (auto state : {StateOn::same_disk, StateOn::other_disk})
      for (auto before : {Before::nothing, Before::commit}) {
        if (turn++ % options.step != 0) continue;
        How const how{point, before, state};
        auto const off = off_at(round, disk, options.binaries, how);
        note(swept, off, how.text());
        over = over || off.where.empty() || (options.stop_at_first && !swept.violations.empty());
      }
  swept.seconds = watch.seconds();
  return swept;
}

CutSwept sweep_late_offs(Round const& round, LoopDisk& disk, CutOptions const& options, std::size_t samples) {
  Stopwatch const watch;
  CutSwept swept;
  for (std::size_t sample = 0; sample < samples; ++sample) {
    auto const share = static_cast<double>(sample) / static_cast<double>(samples - 1);
    std::chrono::milliseconds const later(std::lround(300 * std::pow(20'000.0 / 300, share)));
    How const how{SIZE_MAX, Before::nothing, StateOn::same_disk, later};
    note(swept, off_at(round, disk, options.binaries, how), fmt::format("{} ms later", later.count()));
  }
  swept.seconds = watch.seconds();
  return swept;
}

} // namespace artifactd::faults
