// Parses the names that come from outside, once at the boundary: afterwards the type proves validity. A Name
// is safe as a file name, in a log line, in a shell and as a JSON key.
#pragma once

#include "state/vocabulary/kind.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace artifactd {

/// `[A-Za-z0-9][A-Za-z0-9._-]{0,63}`, not ending in `.<kind>`, not `state`. An agent's name is a Name.
class Name {
public:
  static constexpr std::size_t longest = 64; ///< characters

  /// std::nullopt if the text breaks the rule.
  static std::optional<Name> parse(std::string_view text);
  /// The word of its kind: such names are reserved for documents.
  static Name of_document(Kind const& document) { return Name(document.word()); }

  [[nodiscard]] std::string const& str() const noexcept { return text_; }
  auto operator<=>(Name const&) const = default;

private:
  explicit Name(std::string_view text) : text_(text) {}
  std::string text_;
};

/// `<name>.<kind>.lock`, the one signal grammar; a document is its own signal.
struct SignalName {
  Name name;
  Kind kind;

  auto operator<=>(SignalName const&) const = default;
};

/// `document` is a kind of document.
[[nodiscard]] inline SignalName document_signal(Kind const& document) {
  return {Name::of_document(document), document};
}

/// Whether work of this kind cannot have this name: it is refused, and no change of its files helps.
[[nodiscard]] inline bool has_reserved_name(SignalName const& signal) {
  auto const reserves = signal.kind.traits().reserves;
  return reserves != nullptr && reserves(signal.name.str());
}

/// The name of a signal on the command line and in messages: "x.kg"; for a document its name alone.
[[nodiscard]] std::string signal_word(std::string_view name, std::string_view kind);
[[nodiscard]] inline std::string signal_word(SignalName const& signal) {
  return signal_word(signal.name.str(), signal.kind.word());
}

/// What kind of signal a file name in a session directory denotes.
enum class SignalForm : std::uint8_t {
  none,         ///< not a signal at all: ignored
  pending,      ///< `<name>.<kind>.lock`
  refused,      ///< `<name>.<kind>.lock.error`, or a document's
  document,     ///< a document
  bad_name,     ///< ends like a signal of a known kind, but the name breaks the rule: ignored and reported
  unknown_kind, ///< like a pending signal of a kind that is not served here: ignored and reported
};

struct SignalFile {
  SignalForm form = SignalForm::none;
  std::optional<SignalName> signal; ///< set for pending, refused and document
};

[[nodiscard]] SignalFile parse_signal_file(std::string_view file_name, Kinds const& kinds);

/// Parses `<name>.<kind>.lock` as artifactd itself wrote it, of any kind.
[[nodiscard]] std::optional<SignalName> parse_lock_name(std::string_view file_name);

/// Text that is safe to print on one line: control bytes, invalid UTF-8 and marks that reorder or hide text
/// become \xNN.
[[nodiscard]] std::string printable(std::string_view text);
/// Makes each line printable and keeps the line breaks.
[[nodiscard]] std::string printable_lines(std::string_view text);

/// "1 error", "2 errors"
[[nodiscard]] std::string how_many(std::size_t count, std::string_view noun);

/// With the letters A to Z in lower case.
[[nodiscard]] std::string in_lower_case(std::string_view text);

/// Quoted as one word for the shell.
[[nodiscard]] std::string shell_quoted(std::string_view text);

/// At most `most` bytes of the text, cut between two characters; "…" stands for the rest.
[[nodiscard]] std::string abbreviated(std::string_view text, std::size_t most);

/// Without leading and trailing blanks and line breaks.
[[nodiscard]] std::string_view trimmed(std::string_view text) noexcept;

} // namespace artifactd
