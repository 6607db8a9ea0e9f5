#include "tests/faults/races.hpp"

#include <algorithm>
#include <cstdlib>
#include <exception>
#include <fmt/core.h>
#include <stdexcept>
#include <string_view>
#include <unistd.h>

namespace {

using namespace artifactd::faults;

constexpr int skipped = 77; // the exit code that CTest takes for a skip
constexpr std::size_t shown_violations = 20;

constexpr auto usage =
    "race_sweep --artifactctl FILE [--race NAME]... [--every N] [--kill-every N] [--stop-at-first]\n"
    "ARTIFACTD_FULL=1: every call, whatever --every says. Exit: 0 all held, 1 violations, 77 cannot trace "
    "here.\n";

struct Wishes {
  RaceOptions options;
  std::vector<std::string> only; ///< names of races; empty: all
};

Wishes parse_wishes(std::vector<std::string> const& words) {
  Wishes wishes;
  for (std::size_t i = 1; i < words.size(); ++i) {
    auto value = [&] { return i + 1 < words.size() ? words[++i] : throw std::invalid_argument(words[i]); };
    auto const& word = words[i];
    if (word == "--artifactctl")
      wishes.options.binaries.artifactctl = value();
    else if (word == "--race")
      wishes.only.push_back(value());
    else if (word == "--every")
      wishes.options.step = std::stoul(value());
    else if (word == "--kill-every")
      wishes.options.kill_step = std::stoul(value());
    else if (word == "--stop-at-first")
      wishes.options.stop_at_first = true;
    else
      throw std::invalid_argument(word);
  }
  auto const* full = std::getenv("ARTIFACTD_FULL");
  if (full != nullptr && std::string_view(full) == "1") {
    wishes.options.step = 1;
    wishes.options.kill_step = 2; // states that last for one call are covered from the neighbouring calls
  }
  return wishes;
}

std::size_t sweep_all(Wishes const& wishes) {
  fmt::print("{:<32} {:>6} {:>8} {:>10}\n", "race", "runs", "seconds", "violations");
  std::size_t violations = 0;
  for (auto const& race : races()) {
    if (!wishes.only.empty() && std::ranges::find(wishes.only, race.name) == wishes.only.end()) continue;
    auto const raced = sweep_race(race, wishes.options);
    fmt::print("{:<32} {:>6} {:>8.1f} {:>10}\n", race.name, raced.runs, raced.seconds,
               raced.violations.size());
    for (std::size_t i = 0; i < std::min(shown_violations, raced.violations.size()); ++i)
      fmt::print("    {}\n", raced.violations[i]);
    std::fflush(stdout);
    violations += raced.violations.size();
  }
  return violations;
}

} // namespace

int main(int argc, char** argv) {
  try {
    auto const wishes = parse_wishes({argv, argv + argc});
    if (std::getenv("TMPDIR") == nullptr && ::access("/dev/shm", W_OK | X_OK) == 0)
      ::setenv("TMPDIR", "/dev/shm", 0); // a sweep makes thousands of sessions
    if (auto why = untraceable(); !why.empty()) return fmt::print("skipped: {}\n", why), skipped;
    return sweep_all(wishes) == 0 ? 0 : 1;
  } catch (std::invalid_argument const& error) {
    fmt::print(stderr, "{}: {}", error.what(), usage);
    return 2;
  } catch (std::exception const& error) {
    fmt::print(stderr, "race_sweep: {}\n", error.what());
    return 3;
  }
}
