// A Finding is one diagnosed fault in what somebody wrote: where it is, what was expected, what was found and
// what to do. Findings are verdict material, never failures of artifactd (those are Errors). Codes are stable
// and listed in finding_codes() and the tables of the kinds of work; docs/findings.md is checked against
// them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace artifactd {

enum class Tier : std::uint8_t { syntax, schema, semantic };
enum class Severity : std::uint8_t { warning, error };

struct Finding {
  std::string code{}; ///< `[A-Za-z0-9_.]{1,64}`; one of finding_codes() or of a kind of work
  Tier tier = Tier::syntax;
  Severity severity = Severity::error;
  std::string file{};                   ///< relative to the session; empty when no single file is at fault
  std::optional<std::size_t> line{};    ///< 1-based
  std::optional<std::size_t> column{};  ///< 1-based, in characters
  std::optional<std::size_t> byte{};    ///< 0-based offset in the file
  std::optional<std::string> pointer{}; ///< RFC 6901; "" is the whole document
  std::string message{};                ///< what is wrong, one sentence
  std::string expected{};               ///< what should be there
  std::string found{};                  ///< what is there
  std::string hint{};                   ///< the likely mistake and its remedy
  std::string excerpt{};                ///< the line at fault and a caret line below it
};

struct FindingCode {
  std::string_view code;
  Tier tier;
  std::string_view meaning;
};

/// The codes that belong to no single kind of work, in the order of docs/findings.md.
[[nodiscard]] std::span<FindingCode const> finding_codes() noexcept;

[[nodiscard]] std::string_view tier_word(Tier tier) noexcept;
[[nodiscard]] std::string_view severity_word(Severity severity) noexcept;

/// The finding that decides a refusal: the first error, or null if there are only warnings.
[[nodiscard]] Finding const* first_error(std::vector<Finding> const& findings) noexcept;
/// Moves errors before warnings and otherwise keeps the order.
void put_errors_first(std::vector<Finding>& findings);
/// Work with an error is refused; warnings alone do not refuse it.
[[nodiscard]] bool has_error(std::vector<Finding> const& findings) noexcept;
/// The tier of the first error; semantic if there is no error.
[[nodiscard]] Tier tier_of(std::vector<Finding> const& findings) noexcept;

/// The form used in instructions and in every --json output, whose version covers it; absent parts are
/// omitted and unprintable characters are escaped.
[[nodiscard]] nlohmann::ordered_json to_json(Finding const& finding);
/// An array of them.
[[nodiscard]] nlohmann::ordered_json to_json(std::vector<Finding> const& findings);
/// std::nullopt if a part has the wrong type or the code is unknown.
[[nodiscard]] std::optional<Finding> finding_from_json(nlohmann::ordered_json const& json);

enum class Colour : bool { off, on };

/// For a terminal: "file:line:column: error: message [code]", the excerpt, what was expected and found, and
/// the hint.
[[nodiscard]] std::string to_terminal(Finding const& finding, Colour colour);

/// Location and message, without advice: "artifacts/a/x.json, line 3, column 5: the text ends in an object".
[[nodiscard]] std::string place_and_message(Finding const& finding);

/// One sentence for an instruction list: location, message, expected, what to do.
[[nodiscard]] std::string to_instruction(Finding const& finding);

} // namespace artifactd
