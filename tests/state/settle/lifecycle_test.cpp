#include "state/settle/lifecycle.hpp"

#include <algorithm>
#include <gmock/gmock.h>
#include <set>

namespace artifactd {
namespace {

using enum Station;
using enum Happening;

std::vector<Circumstances> all_circumstances() {
  std::vector<Circumstances> all;
  for (int bits = 0; bits < 8; ++bits)
    all.push_back({(bits & 1) != 0, (bits & 2) != 0, (bits & 4) != 0});
  return all;
}

std::vector<Station> all_stations() {
  std::vector<Station> all;
  for (std::size_t i = 0; i < stations; ++i)
    all.push_back(static_cast<Station>(i));
  return all;
}

std::vector<Happening> all_happenings() {
  std::vector<Happening> all;
  for (int i = 0; i <= static_cast<int>(Happening::escape); ++i) // the last one
    all.push_back(static_cast<Happening>(i));
  return all;
}

/// The rules restated, by happening rather than by station: the table must agree with them.
std::optional<Station> expected(Station station, Happening happening, Circumstances const& now) {
  auto in = [&](std::set<Station> const& some) { return some.contains(station); };
  std::set<Station> const refused_work{regenerating, analysis_error};
  std::set<Station> const choosing{regenerating, analysis_error, validation_error};
  auto back = now.agent ? regenerating : analysis_error;
  auto where = [](bool possible, Station to) { return possible ? std::optional(to) : std::nullopt; };
  switch (happening) {
  case dropped: // an agent may always submit again, whatever a person is doing
    return where(station != closed, analyzing);
  case accepted: // only submitted work is committed
    if (station == validating) return analyzing;
    return where(station == analyzing, result);
  case refused:
    if (station == validating) return validation_error;
    return where(in({analyzing, regenerating}), back);
  case hint:
    return where(in(refused_work), hint_input);
  case edit:
    return where(in(choosing) && now.editor, editing);
  case fresh:
    return where(in(choosing), analyzing);
  case abandon:
    return where(in(choosing), canceled);
  case cancel: // only a running agent can be ended
    return where(station == regenerating, regenerating);
  case enter:
    return where(station == hint_input && now.text, back);
  case saved:
    return where(station == editing, validating);
  case failed:
    return where(station == editing, back);
  case escape:
    if (in({hint_input, validation_error})) return back;
    return where(!in({editing, validating, closed}), closed);
  }
  return std::nullopt;
}

TEST(Lifecycle, IsAsDescribedAtEveryStationForEveryHappening) {
  for (auto station : all_stations())
    for (auto happening : all_happenings())
      for (auto const& now : all_circumstances())
        EXPECT_EQ(next(station, happening, now), expected(station, happening, now))
            << station_word(station) << ", happening " << static_cast<int>(happening) << ", agent "
            << now.agent << ", editor " << now.editor << ", text " << now.text;
}

TEST(Lifecycle, OffersExactlyWhatAPersonCanDo) {
  std::set<Happening> const wishes{hint, edit, fresh, abandon, cancel, enter, escape};
  for (auto station : all_stations())
    for (auto const& now : all_circumstances()) {
      auto offer = offered(station, now);
      for (auto happening : all_happenings())
        EXPECT_EQ(std::ranges::count(offer, happening),
                  wishes.contains(happening) && expected(station, happening, now) ? 1 : 0);
    }
  EXPECT_THAT(offered(analysis_error, {.editor = true}),
              testing::ElementsAre(hint, edit, fresh, abandon, escape));
  EXPECT_THAT(offered(analyzing, {.editor = true}), testing::ElementsAre(escape));
}

TEST(Lifecycle, LeavesNoStationUnreachableAndOnlyTheClosedOneWithoutAWayOut) {
  std::set<Station> reached{analyzing};
  for (std::size_t before = 0; before != reached.size();) {
    before = reached.size();
    for (auto station : std::set(reached))
      for (auto happening : all_happenings())
        for (auto const& now : all_circumstances())
          if (auto to = next(station, happening, now)) reached.insert(*to);
  }
  EXPECT_EQ(reached.size(), stations);
  for (auto station : all_stations()) {
    bool leaves = false;
    for (auto happening : all_happenings())
      for (auto const& now : all_circumstances())
        leaves = leaves || next(station, happening, now).value_or(station) != station;
    EXPECT_EQ(leaves, station != closed) << station_word(station);
  }
}

TEST(Lifecycle, SaysWhereRefusedWorkIs) {
  EXPECT_EQ(refused_station({.agent = true}), regenerating);
  EXPECT_EQ(refused_station({.agent = false}), analysis_error);
}

TEST(Lifecycle, HasAWordOfItsOwnForEachStation) {
  std::set<std::string_view> words;
  for (auto station : all_stations())
    words.insert(station_word(station));
  EXPECT_EQ(words.size(), stations);
  EXPECT_EQ(station_word(analysis_error), "ANALYSIS_ERROR");
  EXPECT_EQ(station_phrase(analysis_error), "waits for a person");
  EXPECT_EQ(station_word(closed), "CLOSED");
}

} // namespace
} // namespace artifactd
