// Questions of the web process to the core, and answers: a parsed request, and an answer ready to be sent. On
// the socket a question is one line; an answer is a line about it and, if it has a
// document, a second one.
#pragma once

#include "daemon/api/token_book.hpp"
#include "daemon/control/control_protocol.hpp"
#include "state/json/json_text.hpp"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace artifactd {

struct WebQuestion {
  std::string method;
  std::vector<std::string> path;
  std::map<std::string, std::string> parameters = {};
  std::map<std::string, std::string> headers = {}; ///< by lower-case name
  std::string body = {};
  std::string token = {};
  std::optional<WebToken> by = {}; ///< the token's entry, once it has been found
  std::string session = {};        ///< the segment that names one, once the route is known

  /// Empty if it was not given.
  [[nodiscard]] std::string parameter(std::string const& name) const;
  [[nodiscard]] std::string header(std::string const& name) const;
  /// A whole number from `least` to `most`, or `usual` if it was not given; Fault::invalid for anything else.
  [[nodiscard]] Result<std::int64_t> number(std::string const& name, std::int64_t usual, std::int64_t least,
                                            std::int64_t most) const;
  /// Whether the bearer may see what agents wrote.
  [[nodiscard]] bool may_see_content() const noexcept;
};

/// A part of a path that is a number; Fault::invalid for anything else.
[[nodiscard]] Result<std::uint64_t> whole_number(std::string_view text);

/// Fault::invalid if it has no method.
Result<WebQuestion> read_web_question(ControlRequest const& request);

struct WebStream {
  bool content = false;
  std::string session = {}; ///< the only one, by its path
};

struct WebAnswer {
  unsigned status = 200;
  std::string document = {}; ///< JSON on one line
  std::string text = {};     ///< or plain text
  std::string type = "application/json";
  std::map<std::string, std::string> headers = {};
  bool known = false; ///< a valid token came with the question
  std::optional<WebStream> stream = {};
};

[[nodiscard]] WebAnswer document(Json const& json, unsigned status = 200);

/// The status that fits the Error, with its message (RFC 9457).
[[nodiscard]] WebAnswer web_problem(unsigned status, std::string_view detail);
[[nodiscard]] WebAnswer web_problem(Error const& error);

[[nodiscard]] std::vector<std::string> lines_of(WebAnswer const& answer);

} // namespace artifactd
