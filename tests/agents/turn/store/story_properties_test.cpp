// Stories played in any order of turns, undo, redo, retries, branches and other models: undoing a turn
// restores what was visible before it, and no invariant is ever broken.
#include "tests/agents/turn/store/stories.hpp"

#include <map>
#include <rapidcheck.h>

namespace artifactd::turn {
namespace {

enum class Step : std::uint8_t { turn, reinforcing, undo, redo, retry, branch, models };
constexpr std::array<std::string_view, 7> step_words = {"turn",  "reinforcing turn", "undo",        "redo",
                                                        "retry", "branch",           "other models"};

/// What must be visible of one story at each of its scenes, as far as known.
struct Expected {
  std::vector<Json> line;   ///< by scene_index; null: unknown, from before the branch
  std::vector<Json> undone; ///< the last one is redone next
};

class Player {
public:
  Player() {
    stories_.skip_flushes();
    known_[stories_.begin()].line.push_back(stories_.visible("story1"));
    say("story1", "");
    say("story1", "The light flickers.");
  }

  /// True if the step was possible.
  bool take(Step step, std::string const& session, std::uint64_t count) {
    switch (step) {
    case Step::turn:
      return say(session, "");
    case Step::reinforcing:
      return say(session, "The light flickers.");
    case Step::undo:
      return undo(session, count);
    case Step::redo:
      return redo(session, count);
    case Step::retry:
      return undo(session, 1) && say(session, "The light flickers.");
    case Step::branch:
      return branch(session, count);
    case Step::models:
      break;
    }
    return set_models(stories_.store, session, id("small"), "", stories_.asked(id("m")))->change ==
           Change::written;
  }

  void check() {
    for (auto const& [session, expected] : known_) {
      auto const now = stories_.at(session);
      RC_ASSERT(static_cast<std::size_t>(now.scene_index) + 1 == expected.line.size());
      if (!expected.line.back().is_null()) RC_ASSERT(stories_.visible(session) == expected.line.back());
    }
    RC_ASSERT(*check_stories(stories_.store) == std::vector<std::string>());
  }

  std::vector<std::string> sessions() const {
    std::vector<std::string> ids;
    for (auto const& [session, expected] : known_)
      ids.push_back(session);
    return ids;
  }

private:
  std::string id(std::string_view word) { return fmt::format("{}-{}", word, ++ids_); }

  bool say(std::string const& session, std::string const& remembered) {
    RC_ASSERT(stories_.say(session, id("say"), remembered) == Change::written);
    known_[session].line.push_back(stories_.visible(session));
    known_[session].undone.clear();
    return true;
  }

  bool undo(std::string const& session, std::uint64_t count) {
    auto& [line, undone] = known_[session];
    auto const possible = count < line.size();
    auto const change = undo_turns(stories_.store, session, count, stories_.asked(id("u")))->change;
    RC_ASSERT((change == Change::written) == possible);
    for (std::uint64_t n = 0; possible && n < count; ++n) {
      undone.push_back(std::move(line.back()));
      line.pop_back();
    }
    return possible;
  }

  bool redo(std::string const& session, std::uint64_t count) {
    auto& [line, undone] = known_[session];
    auto const possible = count <= undone.size();
    auto const change = redo_turns(stories_.store, session, count, stories_.asked(id("r")))->change;
    RC_ASSERT((change == Change::written) == possible);
    for (std::uint64_t n = 0; possible && n < count; ++n) {
      line.push_back(std::move(undone.back()));
      undone.pop_back();
    }
    return possible;
  }

  bool branch(std::string const& session, std::uint64_t back) {
    auto const scenes = *scene_rows(stories_.store, session, {});
    auto const at = scenes.size() - 1 - std::min<std::size_t>(back, scenes.size() - 1);
    auto const made = id("branch");
    auto const change = branch_story(stories_.store,
                                     {.parent_session_id = session,
                                      .session_id = made,
                                      .scene_id = scenes[at]["id"],
                                      .directory = Stories::directory(100 + ids_),
                                      .dice_seed = "def",
                                      .seed_chosen = false},
                                     stories_.asked(id("b")));
    RC_ASSERT(change && change->change == Change::written);
    auto& expected = known_[made];
    expected.line.assign(at, nullptr);
    expected.line.push_back(stories_.visible(made));
    return true;
  }

  Stories stories_;
  std::map<std::string, Expected> known_;
  std::uint64_t ids_ = 0;
};

/// How often each step was taken, and how many were tried in all.
struct Distribution {
  std::array<int, step_words.size()> taken{};
  int all = 0;

  void count(Step step, bool possible) {
    if (possible) ++taken[static_cast<std::size_t>(step)];
    ++all;
  }
};

TEST(StoryProperties, WhatWasTakenBackWasNeverThere) {
  Distribution distribution;
  ASSERT_TRUE(rc::check([&] {
    Player player;
    std::string session = "story1";
    auto const steps = *rc::gen::inRange(10, 30);
    for (int n = 0; n < steps; ++n) {
      auto const step = *rc::gen::weightedElement<Step>({{4, Step::turn},
                                                         {5, Step::reinforcing},
                                                         {4, Step::undo},
                                                         {7, Step::redo},
                                                         {3, Step::retry},
                                                         {3, Step::branch},
                                                         {2, Step::models}});
      if (*rc::gen::inRange(0, 6) == 0) session = *rc::gen::elementOf(player.sessions());
      distribution.count(step, player.take(step, session, *rc::gen::element<std::uint64_t>(1, 1, 1, 2, 3)));
      player.check();
    }
  }));
  for (std::size_t step = 0; step < step_words.size(); ++step) {
    auto const share = 100.0 * distribution.taken[step] / distribution.all;
    std::puts(
        fmt::format("{:>16}: {:4.1f} % of {} steps", step_words[step], share, distribution.all).c_str());
    EXPECT_GE(share, step == static_cast<std::size_t>(Step::redo) ? 1 : 5) << step_words[step];
  }
}

} // namespace
} // namespace artifactd::turn
