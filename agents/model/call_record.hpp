// One call of a model as kept on disk: the request, the outcome, when it came and how long it took.
#pragma once

#include "agents/model/model.hpp"
#include "state/platform/result.hpp"

namespace artifactd::model {

struct CallRecord {
  std::string model;
  std::string digest; ///< digest_of(model, request)
  Request request;
  std::expected<Reply, Failure> outcome;
  std::string at;  ///< when the outcome came, as iso8601
  Duration wall{}; ///< from the request to the outcome
};

/// Bytes; larger records are not read.
inline constexpr std::size_t largest_record = std::size_t{32} << 20;

/// JSON, version 1: {"version", "model", "digest", "at", "wall_ns", "request", "reply" or "failure"}.
[[nodiscard]] std::string to_text(CallRecord const& record);

/// Fault::invalid if the text is not such a record, or its digest does not match the request: it was damaged.
Result<CallRecord> record_from_text(std::string_view text);

} // namespace artifactd::model
