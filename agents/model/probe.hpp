// What a model really does of what it is thought to do: some small calls, each for one question. Says what
// came of it; whether that is good enough is for whoever asked.
#pragma once

#include "agents/model/model.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace artifactd::model {

enum class Answered : std::uint8_t { yes, no, not_tried };
[[nodiscard]] std::string_view answered_word(Answered answered) noexcept;

struct ProbeLine {
  /// "answers", "usage" (it says what a call took), "schema" (a shape is held against a prompt that asks for
  /// something else), "cache" (the second of two equal calls is read from one, and told to be), "errors" (a
  /// model that does not exist is told to be the caller's mistake).
  std::string_view what;
  Answered answered = Answered::not_tried;
  std::string detail = {}; ///< printable, on one line
};

struct Probe {
  std::vector<ProbeLine> lines; ///< always these five, in this order
  Usage usage;                  ///< of all calls, as it is booked
  bool estimated = false;       ///< some of them did not say what they took
};

/// What is asked, for an estimate; the last of them with a wrong name.
[[nodiscard]] std::vector<Request> probe_requests();

struct ProbeLimits {
  Duration each = std::chrono::minutes(5); ///< of one call
  int cancel = -1;                         ///< as of CallLimits
};

/// `misnamed` asks the same endpoint for a model that it does not have; null: there is no such thing.
/// Nothing more is asked of a model that does not answer. Blocks.
[[nodiscard]] Probe probe(Model& model, Model* misnamed, ProbeLimits const& limits = {});

} // namespace artifactd::model
