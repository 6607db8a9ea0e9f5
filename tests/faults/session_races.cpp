// Races that the owner of a session runs against artifactctl as root: while artifactctl is stopped at the
// entry of a system call, a file of another user, which the owner may move or link but not read, is put under
// a name that artifactd uses. This is tried at each call of a settlement. Wherever the file is moved, it
// keeps its owner, its mode and its content, and none of its content appears in the session.
//
// session_races --artifactctl FILE [--every N]    ARTIFACTD_FULL=1: at every call
// Exit: 0 all held, 1 violations, 77 not as this user or on this machine.

#include "tests/faults/given.hpp"
#include "tests/faults/sweep.hpp"

#include <algorithm>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <fmt/core.h>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <sys/stat.h>
#include <unistd.h>

namespace {

namespace fs = std::filesystem;
using namespace artifactd::faults;

constexpr int skipped = 77;
constexpr uid_t owner = 4001;    ///< owner of the session; neither user has to exist
constexpr uid_t stranger = 5005; ///< owner of the file put in the way
constexpr auto secret = "{\"private\": \"diary\"}";

/// The file put in the way. Checked through a descriptor, since the race moves its name.
class Prize {
public:
  explicit Prize(fs::path const& home) : path_(home / "prize") {
    std::ofstream(path_) << secret;
    file_ = ::open(path_.c_str(), O_RDONLY | O_CLOEXEC);
    if (file_ < 0 || ::fchown(file_, stranger, stranger) < 0 || ::fchmod(file_, 0600) < 0)
      throw std::runtime_error("cannot make the prize");
  }
  ~Prize() { ::close(file_); }
  Prize(Prize const&) = delete;
  Prize& operator=(Prize const&) = delete;

  void move(fs::path const& to) const { ::rename(path_.c_str(), to.c_str()); }
  void link(fs::path const& to) const {
    ::unlink(to.c_str());
    [[maybe_unused]] auto linked = ::link(path_.c_str(), to.c_str());
  }

  /// How it was changed; empty if it was not.
  [[nodiscard]] std::string harm() const {
    struct stat now{};
    ::fstat(file_, &now);
    if (now.st_uid != stranger || now.st_gid != stranger) return fmt::format("given to user {}", now.st_uid);
    if ((now.st_mode & 07777) != 0600) return fmt::format("mode {:o}", now.st_mode & 07777);
    std::string text(256, '\0');
    text.resize(static_cast<std::size_t>(std::max<ssize_t>(0, ::pread(file_, text.data(), text.size(), 0))));
    return text == secret ? "" : "written to: " + text;
  }

private:
  fs::path path_;
  int file_;
};

struct Race {
  std::string name;
  std::vector<std::string> places; ///< relative to the scratch directory; each is tried separately
  std::function<void(Stage&)> prepare;
  std::function<Program(Stage const&)> program;
};

enum class Way : std::uint8_t { moved, linked }; ///< linked: for the duration of one call

void give_away(fs::path const& tree) {
  for (auto const& each : fs::recursive_directory_iterator(tree))
    if (::lchown(each.path().c_str(), owner, owner) < 0)
      throw std::runtime_error("cannot give the session away");
  if (::lchown(tree.c_str(), owner, owner) < 0) throw std::runtime_error("cannot give the session away");
}

/// The file below `tree` that contains the prize's text, because it was published or quoted; ignores the
/// prize itself.
std::string told_below(fs::path const& tree) {
  for (auto const& each : fs::recursive_directory_iterator(tree)) {
    struct stat now{};
    if (::lstat(each.path().c_str(), &now) < 0 || !S_ISREG(now.st_mode) || now.st_uid == stranger) continue;
    std::ifstream in(each.path(), std::ios::binary);
    std::string const text{std::istreambuf_iterator<char>(in), {}};
    if (text.contains("diary")) return each.path().filename().string();
  }
  return "";
}

struct Run {
  std::size_t calls = 0;
  std::string violation = {};
};

/// One run with the race at call `at`; past the last call there is no race.
Run run_once(Race const& race, Binaries const& binaries, std::string const& place, Way way, std::size_t at) {
  Stage stage(binaries);
  race.prepare(stage);
  fs::permissions(stage.home(), fs::perms(0711));
  give_away(stage.home() / "root");
  if (fs::exists(stage.home() / "project")) give_away(stage.home() / "project");
  stage.let_settle();
  Prize const prize(stage.home());
  auto const target = stage.home() / place;
  Run run;
  auto ending = run_traced(race.program(stage), Stage::landmark(), [&](Call const&) -> Act {
    ++run.calls;
    if (run.calls == at && way == Way::moved) prize.move(target);
    if (run.calls == at && way == Way::linked) prize.link(target);
    if (run.calls == at + 1 && way == Way::linked) ::unlink(target.c_str());
    return Pass{};
  });
  if (ending.how != Ending::How::exited) run.violation = "artifactctl: " + ending.text();
  if (auto harm = prize.harm(); !harm.empty()) run.violation = harm;
  if (auto told = told_below(stage.home() / "root"); !told.empty())
    run.violation = "its words stand in " + told;
  return run;
}

/// A run without a race: the settlement works, and what it leaves behind belongs to the owner.
std::string without_race(Race const& race, Binaries const& binaries) {
  Stage stage(binaries);
  race.prepare(stage);
  fs::permissions(stage.home(), fs::perms(0711));
  give_away(stage.home() / "root");
  if (fs::exists(stage.home() / "project")) give_away(stage.home() / "project");
  stage.let_settle();
  auto ending = run(race.program(stage));
  if (ending.how != Ending::How::exited || ending.code > 1) return "artifactctl: " + ending.text();
  for (auto const& each : fs::recursive_directory_iterator(stage.home() / "root")) {
    struct stat now{};
    if (::lstat(each.path().c_str(), &now) == 0 && now.st_uid != owner)
      return each.path().string() + " belongs to user " + std::to_string(now.st_uid);
  }
  return "";
}

std::vector<Race> races() {
  auto const session = "root/" + Stage::landmark() + "/";
  auto const settlement = [](Stage& stage) {
    given::session(stage);
    stage.write(".artifactd/values/alpha.log", "");
    stage.write(".artifactd/generations/recycled", "");
    fs::create_directories(stage.session() / ".artifactd/work/spare-mutex");
  };
  Race merge{"merge",
             {session + ".artifactd/work/spare-mutex/held-by-artifactd",
              session + ".artifactd/values/alpha.log", session + ".artifactd/generations/recycled",
              session + "artifacts/alpha/a.json", session + "artifacts/gamma/bad.json",
              session + "knowledge-graph.json"},
             settlement,
             [](Stage const& stage) { return stage.merge(); }};
  auto const known = scenarios();
  auto const fix = std::ranges::find(known, "fix_applied", &Scenario::name);
  Race apply{"fix",
             {"project/skill/.artifactd-change/0", "project/skill/.artifactd-change/intent.new"},
             fix->prepare,
             [](Stage const& stage) { return stage.fix("apply"); }};
  return {std::move(merge), std::move(apply)};
}

std::size_t race_all(Binaries const& binaries, std::size_t every) {
  std::size_t violations = 0;
  for (auto const& race : races()) {
    if (auto wrong = without_race(race, binaries); !wrong.empty())
      fmt::print("{}: {}\n", race.name, wrong), ++violations;
    for (auto const& place : race.places)
      for (auto way : {Way::moved, Way::linked}) {
        std::size_t runs = 0;
        for (std::size_t at = 1;; at += every, ++runs) {
          auto run = run_once(race, binaries, place, way, at);
          if (!run.violation.empty())
            fmt::print("    {} at call {}: {}\n", place, at, run.violation), ++violations;
          if (run.calls < at) break;
        }
        fmt::print("{:<6} {:<7} {:<60} {:>4} runs\n", race.name, way == Way::moved ? "moved" : "linked",
                   place, runs);
        std::fflush(stdout);
      }
  }
  return violations;
}

} // namespace

int main(int argc, char** argv) {
  try {
    Binaries binaries;
    std::size_t every = 1;
    for (int i = 1; i + 1 < argc; i += 2)
      if (std::string_view(argv[i]) == "--artifactctl")
        binaries.artifactctl = argv[i + 1];
      else if (std::string_view(argv[i]) == "--every")
        every = std::stoul(argv[i + 1]);
    auto const* full = std::getenv("ARTIFACTD_FULL");
    if (full != nullptr && std::string_view(full) == "1") every = 1;
    if (::geteuid() != 0)
      return fmt::print("skipped: only root has rights that a session could borrow\n"), skipped;
    if (auto why = untraceable(); !why.empty()) return fmt::print("skipped: {}\n", why), skipped;
    return race_all(binaries, every) == 0 ? 0 : 1;
  } catch (std::exception const& error) {
    fmt::print(stderr, "session_races: {}\n", error.what());
    return 3;
  }
}
