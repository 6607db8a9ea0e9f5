// A streamed answer (text/event-stream), read once it is complete and assembled into the object that an
// unstreamed answer would have been, so that both are read by the same code. Long replies are streamed
// because an endpoint that sends nothing until its reply is complete stays silent longer than any timeout
// allows. Hostile text.
#pragma once

#include "agents/model/endpoint/answer.hpp"
#include "agents/model/endpoint/endpoint.hpp"

#include <expected>
#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>
#include <vector>

namespace artifactd::model {

/// Whether a reply to this request is to be streamed.
[[nodiscard]] bool is_streamed(Request const& request, Endpoint const& endpoint) noexcept;

/// Makes of the events of a stream, the JSON objects without "[DONE]" in order, the object that an unstreamed
/// answer would have been; std::nullopt if they end before the reply does.
using Assemble = std::optional<nlohmann::ordered_json>(std::vector<nlohmann::ordered_json> const& events);

/// The object of an answer; endpoints that cannot stream send a plain one. Otherwise says what the body is
/// instead, as answer_object() does, for each event, too; transient if the stream ends before the reply does.
[[nodiscard]] std::expected<nlohmann::ordered_json, Answer> whole_answer(int status, std::string_view body,
                                                                         Assemble& assemble);

} // namespace artifactd::model
