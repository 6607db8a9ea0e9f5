// Tests what a model really supports with a few small calls, one for each question. It reports what it found;
// the caller decides whether that is good enough.
#pragma once

#include "agents/model/model.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace artifactd::model {

enum class Answered : std::uint8_t { yes, no, not_tried };
[[nodiscard]] std::string_view answered_word(Answered answered) noexcept;

struct ProbeLine {
  /// "answers", "usage" (it reports what a call used), "schema" (a shape prevails over a prompt that asks for
  /// something else), "cache" (the second of two equal calls is read from a cache, and reported so), "errors"
  /// (a model that does not exist is reported as the caller's mistake).
  std::string_view what;
  Answered answered = Answered::not_tried;
  std::string detail = {}; ///< printable, on one line
};

struct Probe {
  std::vector<ProbeLine> lines; ///< always these five, in this order
  Usage usage;                  ///< of all calls, as booked
  bool estimated = false;       ///< some calls did not report their usage
};

/// The requests to be sent, for an estimate; the last one goes to a wrong model name.
[[nodiscard]] std::vector<Request> probe_requests();

struct ProbeLimits {
  Duration each = std::chrono::minutes(5); ///< for one call
  int cancel = -1;                         ///< as in CallLimits
};

/// `misnamed` asks the same endpoint for a model that does not exist; null: that test is skipped. If the
/// model does not answer, nothing more is asked. Blocks.
[[nodiscard]] Probe probe(Model& model, Model* misnamed, ProbeLimits const& limits = {});

} // namespace artifactd::model
