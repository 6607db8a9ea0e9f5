// A step of a story between being asked for and being written.
#pragma once

#include "agents/turn/play.hpp"
#include "agents/turn/store/attempts.hpp"
#include "agents/turn/turn_request.hpp"

namespace artifactd::turn {

/// The place whose story the step belongs to.
struct StoryPlace {
  StoryDirectory directory;
  std::string shown; ///< the session's name, as people and budgets know it
};

/// A step that is ready to be written; if there are findings it is refused instead.
struct Prepared {
  std::vector<Finding> findings{};
  std::optional<StoryRow> story{};       ///< except for begin
  std::optional<NewStory> begun{};       ///< for begin
  std::optional<Frozen> rebased{};       ///< for rebase: the documents from now on
  std::optional<TurnRecord> record{};    ///< for say and retry
  Json spent = nullptr;                  ///< by the models of a turn
  std::string attempt_id{};              ///< at a turn
  std::shared_ptr<void const> playing{}; ///< for a turn: held until it is written
  std::optional<std::string> answered{}; ///< if the request is a repeated one: the bytes of its result
};

/// Why the request is refused, of tier semantic. It names the request's file only if that has to be changed.
[[nodiscard]] Finding turn_finding(TurnRequest const& request, std::string_view code, std::string message,
                                   std::string hint = {});

/// Why a step of a directory without a story is refused.
[[nodiscard]] Finding no_story_finding();

[[nodiscard]] Time now() noexcept;

/// The whole request as one text: `turns` keeps its digest, so that a reused id is noticed.
[[nodiscard]] Asked asked(Order const& order, Time at);

} // namespace artifactd::turn
