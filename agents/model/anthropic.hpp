// The Messages dialect (POST /v1/messages, anthropic-version 2023-06-01), both ways and pure: a request as
// the bytes that are sent, and what came back as an Answer.
#pragma once

#include "agents/model/answer.hpp"
#include "agents/model/endpoint.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace artifactd::model::anthropic {

/// The same request gives the same bytes, and what calls of one kind share stands first: model and system
/// prompt, which is marked to be cached. Bytes that are not UTF-8 become U+FFFD.
[[nodiscard]] std::string body_of(Request const& request, Endpoint const& endpoint);

/// "name: value" each; the key is in one of them.
[[nodiscard]] std::vector<std::string> headers_of(Secret const& key);

/// Complete is a reply with stop_reason end_turn, stop_sequence or tool_use and some text; its input counts
/// what was read from the cache and written to it.
[[nodiscard]] Answer reply_of(int status, std::string_view body);

} // namespace artifactd::model::anthropic
