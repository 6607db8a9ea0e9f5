// What an endpoint answered, read from the status and the body: words that are complete, words that must not
// be used, or a complaint. Whatever the body is, one of these comes out. All of it is hostile text, as long
// as the body at most.
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

/// An answer, but no reply: truncated, refused or malformed; or transient: it broke off, and asking again may
/// help.
struct Unusable {
  Failing why = Failing::malformed;
  std::string message = {};
  std::string raw = {}; ///< what there is of the reply, or else the body
  Usage usage = {};
};

/// An error in the endpoint's words.
struct Complaint {
  int status = 0;        ///< of HTTP, or what it would have been if the error came behind a 200
  std::string type = {}; ///< "rate_limit_error"; Gemini's status: "INVALID_ARGUMENT"
  std::string code = {}; ///< anthropic details.error_code, openai code: "insufficient_quota"
  std::string message = {};
  std::string request_id = {};
};

using Answer = std::variant<Spoken, Unusable, Complaint>;

/// The object that answers a request with success. Blank lines and comments (": keep-alive") before it are
/// skipped. Otherwise what the body is instead: a complaint for a status that is none of success, or an
/// object with an error in it.
[[nodiscard]] std::expected<nlohmann::ordered_json, Answer> answer_object(int status, std::string_view body);

/// A count of tokens; 0 when it is missing, null, negative or no number. At most 10^12.
[[nodiscard]] std::uint64_t count_member(nlohmann::ordered_json const& json, char const* name);

/// The member; null when `json` is no object or has none.
[[nodiscard]] nlohmann::ordered_json const& member_of(nlohmann::ordered_json const& json, char const* name);

/// The texts of a list's parts of type "text", one behind the other.
[[nodiscard]] std::string text_parts(nlohmann::ordered_json const& parts);

} // namespace artifactd::model
