// What can be done for a step of a story before anything is written of it: find the story, judge the request
// against it, and play the turn with the models.
#pragma once

#include "agents/turn/play.hpp"
#include "agents/turn/store/attempts.hpp"
#include "agents/turn/turn_policy.hpp"
#include "agents/turn/turn_request.hpp"

namespace artifactd::turn {

/// Whose step it is.
struct StoryPlace {
  StoryDirectory directory;
  std::string shown; ///< the session, as people and budgets know it
};

/// Who follows a turn while it is played.
struct Watching {
  std::function<void(Progress const&)> tell = {}; ///< may be empty
  int cancel = -1;                                ///< as in model::CallLimits
};

/// A step that may be written; with findings it is refused instead.
struct Prepared {
  std::vector<Finding> findings{};
  std::optional<StoryRow> story{};       ///< but for begin
  std::optional<NewStory> begun{};       ///< of begin
  std::optional<Frozen> rebased{};       ///< of rebase: the documents from now on
  std::optional<TurnRecord> record{};    ///< of say and retry
  Json spent = nullptr;                  ///< by the models of a turn
  std::shared_ptr<void const> playing{}; ///< of a turn, until it is written
  std::optional<std::string> answered{}; ///< the same was asked before: the bytes of its result
};

/// An Error leaves the step pending: no model could be reached, another turn is being played, or this
/// machine is in trouble.
Result<Prepared> prepare(Store const& store, TurnPolicy const& policy, StoryPlace const& place,
                         TurnRequest const& request, Watching const& watching);

/// A finding about the request, of tier semantic.
[[nodiscard]] Finding turn_finding(TurnRequest const& request, std::string_view code, std::string message,
                                   std::string hint = {});

[[nodiscard]] Time now() noexcept;

/// What is asked, as one text: `turns` keeps its digest, so that an id that is used again is noticed.
[[nodiscard]] Asked asked(Order const& order, Time at);

} // namespace artifactd::turn
