#include "tests/faults/power/off_sweep.hpp"

#include <algorithm>
#include <cstdlib>
#include <exception>
#include <fmt/core.h>
#include <string_view>
#include <unistd.h>

namespace {

using namespace artifactd::faults;

constexpr int skipped = 77; // the exit code that CTest takes for a skip
constexpr std::size_t shown_violations = 20;

constexpr auto usage = "power_cut --artifactctl FILE --artifactd FILE [--round NAME]... [--disk "
                       "ext4|xfs|btrfs] [--late SAMPLES]\n"
                       "          [--every N] [--stop-at-first]\n"
                       "Without --disk a model says what a cut leaves; without --artifactd, artifactctl "
                       "settles, which knows no\n"
                       "rules. ARTIFACTD_FULL=1: every cut, whatever --every says.\n"
                       "Exit: 0 all held, 1 violations, 77 cannot be done here.\n";

struct Options {
  CutOptions cuts;
  std::vector<std::string> only; ///< names of rounds; empty: all
  std::string disk;              ///< type of a real file system; empty: the model
  /// Instead of a sweep: number of samples from 0.3 to 20 s after the settlement.
  std::size_t late = 0;
  bool full = false;
};

Options parse_words(std::vector<std::string> const& words) {
  Options options;
  for (std::size_t i = 1; i < words.size(); ++i) {
    auto value = [&] { return i + 1 < words.size() ? words[++i] : throw std::invalid_argument(words[i]); };
    auto const& word = words[i];
    if (word == "--artifactctl")
      options.cuts.binaries.artifactctl = value();
    else if (word == "--artifactd")
      options.cuts.binaries.artifactd = value();
    else if (word == "--round")
      options.only.push_back(value());
    else if (word == "--disk")
      options.disk = value();
    else if (word == "--late")
      options.late = std::stoul(value());
    else if (word == "--every")
      options.cuts.step = std::stoul(value());
    else if (word == "--stop-at-first")
      options.cuts.stop_at_first = true;
    else
      throw std::invalid_argument(word);
  }
  auto const* full = std::getenv("ARTIFACTD_FULL");
  options.full = full != nullptr && std::string_view(full) == "1";
  if (options.full) options.cuts.step = 1;
  return options;
}

/// Memory-backed if possible: syncs cost nothing there, and the model defines what they mean.
void choose_place() {
  if (std::getenv("TMPDIR") == nullptr && ::access("/dev/shm", W_OK | X_OK) == 0)
    ::setenv("TMPDIR", "/dev/shm", 0);
}

std::vector<Round> chosen(Options const& options) {
  auto rounds = signal_rounds();
  std::ranges::move(document_rounds(), std::back_inserter(rounds));
  std::erase_if(rounds, [&](Round const& round) {
    return !options.only.empty() && std::ranges::find(options.only, round.name) == options.only.end();
  });
  return rounds;
}

std::size_t tell(std::string const& name, CutSwept const& swept) {
  fmt::print("{:<24} {:>6} {:>8.1f} {:>10}\n", name, swept.cuts, swept.seconds, swept.violations.size());
  for (std::size_t i = 0; i < std::min(shown_violations, swept.violations.size()); ++i)
    fmt::print("    {}\n", swept.violations[i]);
  std::fflush(stdout);
  return swept.violations.size();
}

std::size_t sweep_all(Options const& options) {
  fmt::print("{:<24} {:>6} {:>8} {:>10}\n", "round", "cuts", "seconds", "violations");
  std::size_t violations = 0;
  if (options.disk.empty()) {
    for (auto const& round : chosen(options))
      violations += tell(round.name, sweep_cuts(round, options.cuts));
    return violations;
  }
  artifactd::test::ScratchDir const scratch;
  LoopDisk disk(options.disk, scratch.path());
  for (auto const& round : chosen(options)) {
    auto const swept = options.late > 1 ? sweep_late_offs(round, disk, options.cuts, options.late)
                                        : sweep_offs(round, disk, options.cuts);
    violations += tell(round.name, swept);
  }
  return violations;
}

std::string why_not(Options const& options) {
  if (options.late > 1 && !options.full) return "it waits for minutes: only with ARTIFACTD_FULL=1";
  auto why = untraceable();
  return why.empty() && !options.disk.empty() ? LoopDisk::why_none(options.disk) : why;
}

} // namespace

int main(int argc, char** argv) {
  try {
    auto const options = parse_words({argv, argv + argc});
    choose_place();
    if (auto why = why_not(options); !why.empty()) return fmt::print("skipped: {}\n", why), skipped;
    return sweep_all(options) == 0 ? 0 : 1;
  } catch (std::invalid_argument const& error) {
    fmt::print(stderr, "{}: {}", error.what(), usage);
    return 2;
  } catch (std::exception const& error) {
    fmt::print(stderr, "power_cut: {}\n", error.what());
    return 3;
  }
}
