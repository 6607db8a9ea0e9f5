#include "state/settle/lifecycle.hpp"

#include <algorithm>
#include <gmock/gmock.h>
#include <set>

namespace artifactd {
namespace {

using enum Phase;
using enum Happening;

std::vector<Circumstances> all_circumstances() {
  std::vector<Circumstances> all;
  for (int bits = 0; bits < 8; ++bits)
    all.push_back({(bits & 1) != 0, (bits & 2) != 0, (bits & 4) != 0});
  return all;
}

std::vector<Phase> all_phases() {
  std::vector<Phase> all;
  for (std::size_t i = 0; i < phases; ++i)
    all.push_back(static_cast<Phase>(i));
  return all;
}

std::vector<Happening> all_happenings() {
  std::vector<Happening> all;
  for (std::size_t i = 0; i < happenings; ++i)
    all.push_back(static_cast<Happening>(i));
  return all;
}

/// The rules in words, by happening rather than by phase: what the table has to come to.
std::optional<Phase> expected(Phase phase, Happening happening, Circumstances const& now) {
  auto in = [&](std::set<Phase> const& some) { return some.contains(phase); };
  std::set<Phase> const refused_work{regenerating, analysis_error};
  std::set<Phase> const choosing{regenerating, analysis_error, validation_error};
  auto back = now.agent ? regenerating : analysis_error;
  auto where = [](bool possible, Phase to) { return possible ? std::optional(to) : std::nullopt; };
  switch (happening) {
  case dropped: // an agent may always hand in anew, whatever a person is doing
    return where(phase != closed, analyzing);
  case accepted: // only what was handed in is committed
    if (phase == validating) return analyzing;
    return where(phase == analyzing, result);
  case refused:
    if (phase == validating) return validation_error;
    return where(in({analyzing, regenerating}), back);
  case hint:
    return where(in(refused_work), hint_input);
  case edit:
    return where(in(choosing) && now.editor, editing);
  case fresh:
    return where(in(choosing), analyzing);
  case abandon:
    return where(in(choosing), canceled);
  case enter:
    return where(phase == hint_input && now.text, back);
  case saved:
    return where(phase == editing, validating);
  case failed:
    return where(phase == editing, back);
  case escape:
    if (in({hint_input, validation_error})) return back;
    return where(!in({editing, validating, closed}), closed);
  }
  return std::nullopt;
}

TEST(Lifecycle, is_as_described_in_every_phase_for_every_happening) {
  for (auto phase : all_phases())
    for (auto happening : all_happenings())
      for (auto const& now : all_circumstances())
        EXPECT_EQ(next(phase, happening, now), expected(phase, happening, now))
            << phase_word(phase) << ", happening " << static_cast<int>(happening) << ", agent " << now.agent
            << ", editor " << now.editor << ", text " << now.text;
}

TEST(Lifecycle, offers_exactly_what_a_person_can_do) {
  std::set<Happening> const wishes{hint, edit, fresh, abandon, enter, escape};
  for (auto phase : all_phases())
    for (auto const& now : all_circumstances()) {
      auto offer = offered(phase, now);
      for (auto happening : all_happenings())
        EXPECT_EQ(std::ranges::count(offer, happening),
                  wishes.contains(happening) && expected(phase, happening, now) ? 1 : 0);
    }
  EXPECT_THAT(offered(analysis_error, {.editor = true}),
              testing::ElementsAre(hint, edit, fresh, abandon, escape));
  EXPECT_THAT(offered(analyzing, {.editor = true}), testing::ElementsAre(escape));
}

TEST(Lifecycle, leaves_no_phase_unreachable_and_only_the_closed_one_without_a_way_out) {
  std::set<Phase> reached{analyzing};
  for (std::size_t before = 0; before != reached.size();) {
    before = reached.size();
    for (auto phase : std::set(reached))
      for (auto happening : all_happenings())
        for (auto const& now : all_circumstances())
          if (auto to = next(phase, happening, now)) reached.insert(*to);
  }
  EXPECT_EQ(reached.size(), phases);
  for (auto phase : all_phases()) {
    bool leaves = false;
    for (auto happening : all_happenings())
      for (auto const& now : all_circumstances())
        leaves = leaves || next(phase, happening, now).value_or(phase) != phase;
    EXPECT_EQ(leaves, phase != closed) << phase_word(phase);
  }
}

TEST(Lifecycle, says_where_refused_work_is) {
  EXPECT_EQ(refused_phase({.agent = true}), regenerating);
  EXPECT_EQ(refused_phase({.agent = false}), analysis_error);
}

TEST(Lifecycle, has_a_word_of_its_own_for_each_phase) {
  std::set<std::string_view> words;
  for (auto phase : all_phases())
    words.insert(phase_word(phase));
  EXPECT_EQ(words.size(), phases);
  EXPECT_EQ(phase_word(analysis_error), "ANALYSIS_ERROR");
  EXPECT_EQ(phase_word(closed), "CLOSED");
}

} // namespace
} // namespace artifactd
