#include "tests/faults/sweep.hpp"

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

struct Options {
  Binaries binaries;
  std::vector<std::string> only; ///< names of scenarios; empty: all
  std::vector<Kind> kinds;
  Stride stride;
  std::size_t pair_stride = 29; ///< all pairs of hundreds of points would take hours and show little more
};

constexpr auto usage =
    "fault_sweep --artifactctl FILE --artifactd FILE [--scenario NAME]... [--kill] [--error] [--kill-twice]\n"
    "            [--every N] [--shard I/N] [--pairs-every N] [--each-write] [--stop-at-first]\n"
    "ARTIFACTD_FULL=1: every point, whatever --every says. Exit: 0 all held, 1 violations, 77 cannot trace "
    "here.\n";

/// "0/4" to "3/4".
void read_shard(std::string const& text, Stride& stride) {
  std::size_t slash = 0;
  stride.shard = std::stoul(text, &slash);
  if (text[slash] == '/') stride.shards = std::stoul(text.substr(slash + 1));
  if (text[slash] != '/' || stride.shard >= stride.shards) throw std::invalid_argument("--shard " + text);
}

Options parse(std::vector<std::string> const& words) {
  Options options;
  for (std::size_t i = 1; i < words.size(); ++i) {
    auto value = [&] { return i + 1 < words.size() ? words[++i] : throw std::invalid_argument(words[i]); };
    auto const& word = words[i];
    if (word == "--artifactctl")
      options.binaries.artifactctl = value();
    else if (word == "--artifactd")
      options.binaries.artifactd = value();
    else if (word == "--scenario")
      options.only.push_back(value());
    else if (word == "--kill")
      options.kinds.push_back(Kind::kill);
    else if (word == "--error")
      options.kinds.push_back(Kind::error);
    else if (word == "--kill-twice")
      options.kinds.push_back(Kind::kill_twice);
    else if (word == "--every")
      options.stride.step = std::stoul(value());
    else if (word == "--shard")
      read_shard(value(), options.stride);
    else if (word == "--pairs-every")
      options.pair_stride = std::stoul(value());
    else if (word == "--each-write")
      options.stride.each_write = true;
    else if (word == "--stop-at-first")
      options.stride.stop_at_first = true;
    else
      throw std::invalid_argument(word);
  }
  if (options.kinds.empty()) options.kinds = {Kind::kill, Kind::error};
  auto const* full = std::getenv("ARTIFACTD_FULL");
  if (full != nullptr && std::string_view(full) == "1") {
    options.stride.step = 1;
    options.pair_stride = 7;
  }
  return options;
}

/// Memory-backed if possible: a sweep makes thousands of sessions.
void choose_place() {
  if (std::getenv("TMPDIR") == nullptr && ::access("/dev/shm", W_OK | X_OK) == 0)
    ::setenv("TMPDIR", "/dev/shm", 0);
}

std::size_t sweep_all(Options const& options) {
  fmt::print("{:<28} {:<10} {:>6} {:>7} {:>8} {:>10}\n", "scenario", "fault", "calls", "points", "seconds",
             "violations");
  std::size_t violations = 0;
  for (auto const& scenario : scenarios()) {
    if (!options.only.empty() && std::ranges::find(options.only, scenario.name) == options.only.end())
      continue;
    for (auto kind : options.kinds) {
      auto stride = options.stride;
      if (kind == Kind::kill_twice) stride.step = options.pair_stride;
      auto swept = sweep(scenario, kind, options.binaries, stride);
      fmt::print("{:<28} {:<10} {:>6} {:>7} {:>8.1f} {:>10}\n", scenario.name, kind_word(kind), swept.calls,
                 swept.points, swept.seconds, swept.violations.size());
      for (std::size_t i = 0; i < std::min(shown_violations, swept.violations.size()); ++i)
        fmt::print("    {}\n", swept.violations[i]);
      std::fflush(stdout);
      violations += swept.violations.size();
    }
  }
  return violations;
}

} // namespace

int main(int argc, char** argv) {
  try {
    auto options = parse({argv, argv + argc});
    choose_place();
    if (auto why = untraceable(); !why.empty()) return fmt::print("skipped: {}\n", why), skipped;
    return sweep_all(options) == 0 ? 0 : 1;
  } catch (std::invalid_argument const& error) {
    fmt::print(stderr, "{}: {}", error.what(), usage);
    return 2;
  } catch (std::exception const& error) {
    fmt::print(stderr, "fault_sweep: {}\n", error.what());
    return 3;
  }
}
