// One call of a model as it is kept on disk: what was asked, what came of it, when, and how long that took.
#pragma once

#include "agents/model/model.hpp"
#include "state/result.hpp"

namespace artifactd::model {

struct CallRecord {
  std::string model;
  std::string digest; ///< digest_of(model, request)
  Request request;
  std::expected<Reply, Failure> outcome;
  std::string at;  ///< when it came, as iso8601
  Duration wall{}; ///< from asking to the outcome
};

/// The most bytes a record may have to be read again.
inline constexpr std::size_t largest_record = std::size_t{32} << 20;

/// JSON, version 1: {"version", "model", "digest", "at", "wall_ns", "request", "reply" or "failure"}.
[[nodiscard]] std::string to_text(CallRecord const& record);

/// Fault::invalid for what is no such record, or has another digest than what was asked: it was damaged.
Result<CallRecord> record_from_text(std::string_view text);

} // namespace artifactd::model
