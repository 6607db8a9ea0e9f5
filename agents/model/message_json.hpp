// Requests, replies and failures as JSON, for records and for programs: reading gives back what was written,
// byte for byte. A text that is not UTF-8 is written as {"hex": "…"}.
#pragma once

#include "agents/model/model.hpp"
#include "state/platform/result.hpp"

namespace artifactd::model {

[[nodiscard]] nlohmann::ordered_json to_json(Request const& request);
[[nodiscard]] nlohmann::ordered_json to_json(Reply const& reply);
[[nodiscard]] nlohmann::ordered_json to_json(Failure const& failure);

/// Fault::invalid names the first member that is missing or has the wrong type, or a list longer than any
/// call has. Unknown members are ignored.
Result<Request> request_from_json(nlohmann::ordered_json const& json);
Result<Reply> reply_from_json(nlohmann::ordered_json const& json);
Result<Failure> failure_from_json(nlohmann::ordered_json const& json);

/// SHA-256 over everything that determines the answer: the model, the texts, the token limit, and the shape
/// as written, since some endpoints answer in the order of its members.
[[nodiscard]] std::string digest_of(std::string_view model, Request const& request);

} // namespace artifactd::model
