#include "tests/faults/power/cut_sweep.hpp"

#include "tests/faults/power/disk.hpp"

#include <algorithm>
#include <chrono>
#include <fmt/core.h>
#include <iterator>
#include <memory>

namespace artifactd::faults {

namespace {

enum class Extent : std::uint8_t {
  least,        ///< only what was synced
  some,         ///< plus some later changes of names, in order
  most,         ///< plus all of them: another program has just synced a file
  by_directory, ///< each directory separately
};

/// How much of each of the two trees survives the cut. They are treated as two file systems; on a single one
/// the same states result from cutting both at once.
struct Way {
  Extent session = Extent::least;
  Extent state = Extent::least;
  Bytes bytes = Bytes::synced;
  bool gone_on = false; ///< the agent began its next round before the cut, and that is on disk
  std::size_t some = 0; ///< number of changes beyond the least

  [[nodiscard]] std::string text() const {
    static constexpr std::array words = {"least", "some", "most", "by directory"};
    auto word = [](Extent extent) { return words.at(static_cast<std::size_t>(extent)); };
    return fmt::format("{}{}/{}{}{}", word(session), session == Extent::some ? std::to_string(some) : "",
                       word(state), bytes == Bytes::all ? ", all written" : "", gone_on ? ", gone on" : "");
  }
};

std::vector<Way> ways(std::size_t spread) {
  using enum Extent;
  std::vector<Way> all = {{least, least},
                          {most, most},
                          {least, most},
                          {most, least},
                          {by_directory, by_directory},
                          {least, least, Bytes::all},
                          {most, most, Bytes::all, true},
                          {by_directory, by_directory, Bytes::all, true}};
  for (std::size_t some = 1; some < spread; ++some) {
    all.push_back({Extent::some, least, Bytes::synced, false, some});
    all.push_back({Extent::some, least, Bytes::all, true, some});
  }
  return all;
}

void cut(Disk& disk, Extent extent, Way const& way) {
  switch (extent) {
  case Extent::least:
    return disk.cut_in_order(disk.least(), way.bytes);
  case Extent::some:
    return disk.cut_in_order(std::min(disk.changes(), disk.least() + way.some), way.bytes);
  case Extent::most:
    return disk.cut_in_order(disk.changes(), way.bytes);
  case Extent::by_directory:
    return disk.cut_by_directory(way.bytes);
  }
}

struct Point {
  std::string where;      ///< the call before the cut; empty: the program had ended
  std::size_t spread = 0; ///< changes of names that were not durable
  Violations violations;
};

Point cut_at(Round const& round, Binaries const& binaries, std::size_t version, Way const& way) {
  Stage stage(binaries, round.configuration);
  round.before(stage);
  Disk session({stage.session()}, stage.home() / "room/session");
  std::filesystem::create_directories(stage.home() / "state");
  Disk state({stage.home() / "state"}, stage.home() / "room/state");
  round.submit(stage);
  session.look();
  state.look();
  stage.let_settle();
  Point point;
  auto const ending = run_traced(round.program(stage), Stage::landmark(), [&](Call const& call) -> Act {
    session.see(call);
    state.see(call);
    if (session.version() < version) return Pass{};
    if (point.where.empty()) point.where = call.name();
    return Kill{};
  });
  session.look();
  point.spread = session.changes() - session.least();
  auto seen = round.look(stage);
  seen.ended = ending.how == Ending::How::exited && ending.code == 0;
  round.remember(stage);
  if (way.gone_on) round.go_on(stage, seen.receipt);
  cut(session, way.session, way);
  cut(state, way.state, way);
  point.violations = check_after_cut(round, stage, seen);
  return point;
}

} // namespace

Violations check_after_cut(Round const& round, Stage& stage, Moment const& seen) {
  auto const left = round.look(stage);
  auto const inputs = stage.inputs();
  auto const ending = run(stage.once());
  auto found = round.check(stage, seen, left);
  if (ending.how != Ending::How::exited || ending.code > 1)
    found.push_back("the run after the cut ended by: " + ending.text());
  if (found.empty()) found = round.next_round(stage);
  return found;
}

CutSwept sweep_cuts(Round const& round, CutOptions const& options) {
  auto const start = std::chrono::steady_clock::now();
  CutSwept swept;
  std::size_t turn = 0;
  for (std::size_t version = 0;; ++version) {
    std::size_t spread = 2;
    bool over = false;
    for (std::size_t each = 0; each < ways(spread).size(); ++each) {
      if (turn++ % options.step != 0) continue;
      auto const way = ways(spread)[each];
      auto const point = cut_at(round, options.binaries, version, way);
      ++swept.cuts;
      spread = std::max<std::size_t>(point.spread, 2);
      over = point.where.empty();
      for (auto const& violation : point.violations)
        swept.violations.push_back(fmt::format(
            "{} {}, {}: {}", version, over ? "at the end" : "before " + point.where, way.text(), violation));
      if (options.stop_at_first && !swept.violations.empty()) over = true;
      if (over && options.stop_at_first) break;
    }
    if (over) break;
  }
  swept.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return swept;
}

} // namespace artifactd::faults
