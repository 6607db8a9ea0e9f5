// The words that come in from outside, parsed once at the door: afterwards the type is the proof. A Name is
// safe as a file name, in a log line, in a shell and as a JSON key.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace artifactd {

/// The kinds of work a signal can ask for. A new kind is a new enumerator, its word, and its settler.
enum class Kind : std::uint8_t { kg, rule };

[[nodiscard]] std::string_view kind_word(Kind kind) noexcept;
[[nodiscard]] std::optional<Kind> parse_kind(std::string_view word) noexcept;

/// `[A-Za-z0-9][A-Za-z0-9._-]{0,63}`, not ending in `.<kind>`, not `state`. An agent's name is a Name.
class Name {
public:
  /// Nothing when the text breaks the rule.
  static std::optional<Name> parse(std::string_view text);

  [[nodiscard]] std::string const& str() const noexcept { return text_; }
  auto operator<=>(Name const&) const = default;

private:
  explicit Name(std::string_view text) : text_(text) {}
  std::string text_;
};

/// `<name>.<kind>.lock`, the one signal grammar.
struct SignalName {
  Name name;
  Kind kind;

  auto operator<=>(SignalName const&) const = default;
};

/// What a file name in a session directory means as a signal.
enum class SignalForm : std::uint8_t {
  none,     ///< not a signal at all: ignored
  pending,  ///< `<name>.<kind>.lock`
  refused,  ///< `<name>.<kind>.lock.error`
  bad_name, ///< ends like a signal of a known kind, but the name breaks the rule: ignored and reported
};

struct SignalFile {
  SignalForm form = SignalForm::none;
  std::optional<SignalName> signal; ///< set for pending and refused
};

[[nodiscard]] SignalFile parse_signal_file(std::string_view file_name);

/// Text safe to print on one line: control bytes, invalid UTF-8 and marks that reorder or hide text become
/// \xNN.
[[nodiscard]] std::string printable(std::string_view text);

/// Without blanks and line breaks at either end.
[[nodiscard]] std::string_view trimmed(std::string_view text) noexcept;

} // namespace artifactd
