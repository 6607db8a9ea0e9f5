// A streamed answer (text/event-stream), read once it is complete and assembled into the object that an
// unstreamed answer would have been, so that both are read by the same code. Long replies are streamed
// because an endpoint that sends nothing until its reply is complete stays silent longer than any timeout
// allows. Hostile text.
#pragma once

#include "agents/model/endpoint/answer.hpp"
#include "agents/model/endpoint/endpoint.hpp"

#include <expected>
#include <nlohmann/json.hpp>
#include <string_view>
#include <vector>

namespace artifactd::model {

/// Whether a reply to this request is to be streamed.
[[nodiscard]] bool is_streamed(Request const& request, Endpoint const& endpoint) noexcept;

/// Whether the body is a stream; endpoints that cannot stream send a plain object.
[[nodiscard]] bool is_event_stream(std::string_view body) noexcept;

/// The JSON objects of its events, in order, without "[DONE]"; malformed if one is not a JSON object, a
/// complaint if one reports an error.
[[nodiscard]] std::expected<std::vector<nlohmann::ordered_json>, Answer> events_of(std::string_view body);

/// The answer for a stream that ended before the reply did.
[[nodiscard]] Answer broken_off(std::string_view body);

} // namespace artifactd::model
