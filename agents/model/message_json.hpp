// Requests, replies and failures as JSON, for records and for programs: what is read back equals what was
// written, byte for byte. A text that is not UTF-8 is written as {"hex": "…"}.
#pragma once

#include "agents/model/model.hpp"
#include "state/result.hpp"

namespace artifactd::model {

[[nodiscard]] nlohmann::ordered_json to_json(Request const& request);
[[nodiscard]] nlohmann::ordered_json to_json(Reply const& reply);
[[nodiscard]] nlohmann::ordered_json to_json(Failure const& failure);

/// Fault::invalid names the first member that is missing or of another type, and lists longer than any call
/// has. What else stands there is passed over.
Result<Request> request_from_json(nlohmann::ordered_json const& json);
Result<Reply> reply_from_json(nlohmann::ordered_json const& json);
Result<Failure> failure_from_json(nlohmann::ordered_json const& json);

/// The schema on one line, its members in their order. Never throws, whatever is in it.
[[nodiscard]] std::string schema_text(ReplyShape const& shape);

/// SHA-256 over everything that decides about the answer: the model, the texts, the limit of tokens, and the
/// shape as it is written, since the order of its members is the order in which some endpoints answer.
[[nodiscard]] std::string digest_of(std::string_view model, Request const& request);

} // namespace artifactd::model
