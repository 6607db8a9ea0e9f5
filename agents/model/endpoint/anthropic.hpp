// The Messages dialect (POST /v1/messages, anthropic-version 2023-06-01), both ways, without side effects:
// turns a request into the bytes to send, and what came back into an Answer.
#pragma once

#include "agents/model/endpoint/answer.hpp"
#include "agents/model/endpoint/endpoint.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace artifactd::model::anthropic {

/// The same request gives the same bytes. What calls of one kind share comes first: the model and the system
/// prompt, which is marked for caching. Bytes that are not UTF-8 become U+FFFD.
[[nodiscard]] std::string body_of(Request const& request, Endpoint const& endpoint);

/// Each is "name: value"; one of them holds the key.
[[nodiscard]] std::vector<std::string> headers_of(Secret const& key);

/// A reply is complete if it has stop_reason end_turn, stop_sequence or tool_use and some text; its input
/// includes the tokens read from and written to the cache.
[[nodiscard]] Answer reply_of(int status, std::string_view body);

} // namespace artifactd::model::anthropic
