// An endpoint's answer, read from the status and the body: a complete reply, an unusable one, or an error.
// Every body yields one of these. All of it is hostile text, at most as long as the body.
#pragma once

#include "agents/model/model.hpp"

#include <expected>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <variant>

namespace artifactd::model {

/// A reply that ended because the model was done.
struct Spoken {
  std::string text; ///< not empty
  std::string model;
  Usage usage;
};

/// An answer without a usable reply: truncated, refused or malformed; or transient: it broke off, and asking
/// again may help.
struct Unusable {
  Failing why = Failing::malformed;
  std::string message = {};
  std::string raw = {}; ///< the part of the reply that arrived, otherwise the body
  Usage usage = {};
};

/// An error as the endpoint reported it.
struct Complaint {
  int status = 0;        ///< of HTTP, or the status implied by an error that came with a 200
  std::string type = {}; ///< "rate_limit_error"; Gemini's status: "INVALID_ARGUMENT"
  std::string code = {}; ///< anthropic details.error_code, openai code: "insufficient_quota"
  std::string message = {};
  std::string request_id = {};
};

using Answer = std::variant<Spoken, Unusable, Complaint>;

/// Without the blank lines and comments (": keep-alive") that some endpoints send to keep a connection alive.
[[nodiscard]] std::string_view behind_keep_alive(std::string_view body) noexcept;
/// The JSON object of a successful answer. Skips what keeps a connection alive.
/// Otherwise says what the body is instead: a complaint for a status other than success or an object that
/// holds an error, else an Unusable.
[[nodiscard]] std::expected<nlohmann::ordered_json, Answer> answer_object(int status, std::string_view body);

/// A count of tokens; 0 if it is missing, null, negative or not a number. At most 10^12.
[[nodiscard]] std::uint64_t count_member(nlohmann::ordered_json const& json, char const* name);

/// The member; null if `json` is not an object or lacks it.
[[nodiscard]] nlohmann::ordered_json const& member_of(nlohmann::ordered_json const& json, char const* name);

/// The concatenated texts of a list's parts of type "text".
[[nodiscard]] std::string text_parts(nlohmann::ordered_json const& parts);

} // namespace artifactd::model
