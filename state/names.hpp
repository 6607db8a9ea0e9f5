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
enum class Kind : std::uint8_t {
  kg,
  rule,
  edit,
  state, ///< of a document: what asks for the work is the file itself
};

/// Its file stands whether it is settled or not, and is refused by being replaced.
[[nodiscard]] constexpr bool is_document(Kind kind) noexcept {
  return kind == Kind::state;
}

[[nodiscard]] std::string_view kind_word(Kind kind) noexcept;
[[nodiscard]] std::optional<Kind> parse_kind(std::string_view word) noexcept;

/// `[A-Za-z0-9][A-Za-z0-9._-]{0,63}`, not ending in `.<kind>`, not `state`. An agent's name is a Name.
class Name {
public:
  /// Nothing when the text breaks the rule.
  static std::optional<Name> parse(std::string_view text);
  /// `state`, which is kept for the document of that name.
  static Name of_state() { return Name("state"); }

  [[nodiscard]] std::string const& str() const noexcept { return text_; }
  auto operator<=>(Name const&) const = default;

private:
  explicit Name(std::string_view text) : text_(text) {}
  std::string text_;
};

/// `<name>.<kind>.lock`, the one signal grammar; a document stands for its own signal.
struct SignalName {
  Name name;
  Kind kind;

  auto operator<=>(SignalName const&) const = default;
};

/// The state of a skill tuning run, a document: its content is the sighting.
inline constexpr std::string_view state_document = "state.json";
[[nodiscard]] inline SignalName state_signal() {
  return {Name::of_state(), Kind::state};
}

/// How a signal is called on the command line and in what people read: "x.kg"; a document by its name alone.
[[nodiscard]] std::string signal_word(std::string_view name, std::string_view kind);
[[nodiscard]] inline std::string signal_word(SignalName const& signal) {
  return signal_word(signal.name.str(), kind_word(signal.kind));
}

/// What a file name in a session directory means as a signal.
enum class SignalForm : std::uint8_t {
  none,     ///< not a signal at all: ignored
  pending,  ///< `<name>.<kind>.lock`
  refused,  ///< `<name>.<kind>.lock.error`, or a document's
  document, ///< a document
  bad_name, ///< ends like a signal of a known kind, but the name breaks the rule: ignored and reported
};

struct SignalFile {
  SignalForm form = SignalForm::none;
  std::optional<SignalName> signal; ///< unless none or bad_name
};

[[nodiscard]] SignalFile parse_signal_file(std::string_view file_name);

/// Text safe to print on one line: control bytes, invalid UTF-8 and marks that reorder or hide text become
/// \xNN.
[[nodiscard]] std::string printable(std::string_view text);

/// Without blanks and line breaks at either end.
[[nodiscard]] std::string_view trimmed(std::string_view text) noexcept;

} // namespace artifactd
