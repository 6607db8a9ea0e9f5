// A streamed answer (text/event-stream), read once it is whole, and put together to the object that the
// endpoint would have answered with at once, so that there is one reading of it. Long replies are streamed,
// because an endpoint that sends none of it before it has all is silent for longer than anybody can wait for.
// Hostile text.
#pragma once

#include "agents/model/answer.hpp"
#include "agents/model/endpoint.hpp"

#include <expected>
#include <nlohmann/json.hpp>
#include <string_view>
#include <vector>

namespace artifactd::model {

/// Whether a reply of so many tokens is to be streamed.
[[nodiscard]] bool is_streamed(Request const& request, Endpoint const& endpoint) noexcept;

/// Whether the body is a stream; endpoints that do not know how to stream answer at once.
[[nodiscard]] bool is_event_stream(std::string_view body) noexcept;

/// What its events hold, in order, but for "[DONE]"; malformed where one is no JSON object, and an error
/// where one says so.
[[nodiscard]] std::expected<std::vector<nlohmann::ordered_json>, Answer> events_of(std::string_view body);

/// What a stream is that ended before the reply did.
[[nodiscard]] Answer broken_off(std::string_view body);

} // namespace artifactd::model
