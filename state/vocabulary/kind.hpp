// A kind of work as data: its word and its traits. Its behaviour is in its own folder; other code reads these
// traits and never asks which kind it is.
#pragma once

#include "state/platform/result.hpp"

#include <algorithm>
#include <array>
#include <compare>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace artifactd {

class Claim;
class Session;
struct FindingCode;
struct Stamp;

/// What can be done with a document, besides settling it. Of a refused one, `.error` is the work itself.
struct DocumentSteps {
  using Step = Result<void> (*)(Claim const&, Session const&);
  Step submit_again; ///< puts `.error` in place to be judged again
  Step give_up;      ///< moves `.error` into the history
  Step keep_copy;    ///< before `.error` is overwritten: puts a copy into the history
  /// Whether this text, in a file with this stamp, was accepted.
  Result<bool> (*is_accepted)(Session const&, std::string_view text, Stamp const& written);
  /// The command that puts the version accepted last back in place; empty if none is kept.
  Result<std::string> (*restore_command)(Session const&);
};

/// How long the work occupies a thread: each pace has its own workers, and none waits for another's.
enum class Pace : std::uint8_t {
  quick,   ///< milliseconds
  slow,    ///< runs foreign code for seconds
  waiting, ///< waits minutes for models, using no CPU meanwhile
};

/// In the patterns `{0}` is the name of a signal. Patterns are relative to the session.
struct KindTraits {
  /// Set if the work is one file, `<word>.json`, present whether it is settled or not; otherwise null.
  DocumentSteps const* document = nullptr;
  Pace pace = Pace::quick;

  std::string_view inputs = {};     ///< a directory (with "/" at the end) or a file
  std::string_view first_file = {}; ///< the file to create if there is no input yet
  /// Of input files: "" ends the list. A directory of the signal's own contains files of any name with these
  /// endings, a shared directory only `<name><ending>`.
  std::array<std::string_view, 4> endings = {};
  /// What a valid input holds and needs beside it, for agents that know only the session's README: the end of
  /// a sentence about the file.
  std::string_view content = {};
  /// The top-level names it works with, besides `<word>.json` of a document.
  std::array<std::string_view, 4> names = {};

  /// Files whose new version lists, as an attribute, the signals that went into it (state/settle/settled).
  std::array<std::string_view, 2> records = {};

  /// What a person should do first, as in "repair the artifacts, then: …".
  std::string_view to_repair = "repair its files";
  /// What an agent should do with refused work; `{0}` is the location of its inputs.
  std::string_view to_do = "Repair the files named above in {0} and leave the others as they are.";
  /// Its input is one file that asks for something, which may fail although the file is right: an error that
  /// does not name the file asks for no change of it.
  bool asks = false;
  /// Why a program that acts for this agent alone must not submit such a request, the text of its one input
  /// file; empty if it may, and for a text that is refused anyway. Null: it may submit every request.
  std::string (*beyond_agent)(std::string_view request, std::string_view agent) = nullptr;
  /// Whether its work cannot have this name, whatever its files hold; null: it can have every name.
  bool (*reserves)(std::string_view name) noexcept = nullptr;
  /// Why accepted work changed nothing.
  std::string_view unchanged = "it was done before";
  /// Of a document: the command that lists the previously accepted versions.
  std::string_view history_command = {};
  /// Of a document: the command that judges the one in place, and changes nothing.
  std::string_view check_command = {};
  /// The command that judges an input without settling it, if there is one.
  std::string_view test_command = {};
  /// `error` in the instructions for work that is well-formed but invalid.
  std::string_view semantic_error = "validation_failed";

  /// The finding codes it adds to `finding_codes()`; null if none.
  std::span<FindingCode const> (*codes)() = nullptr;
};

/// Copies are cheap. Two kinds are equal when their words are.
class Kind {
public:
  static constexpr std::size_t longest_word = 16;
  /// The word of the kind that a bare name refers to, as in `artifactctl retry SESSION NAME`, and whose
  /// instructions are called `<name>.retry-instructions.json`.
  static constexpr std::string_view default_word = "kg";

  constexpr Kind() = default;
  /// `word`: `[a-z]{1,16}`; any other throws std::invalid_argument, or does not compile in a constant
  /// expression. `traits` must live as long as the program.
  constexpr Kind(std::string_view word, KindTraits const& traits) : traits_(&traits) {
    if (!is_word(word)) throw std::invalid_argument("the word of a kind has 1 to 16 lowercase letters");
    std::ranges::copy(word, word_.begin());
  }

  [[nodiscard]] static constexpr bool is_word(std::string_view text) noexcept {
    auto const is_letter = [](char c) { return c >= 'a' && c <= 'z'; };
    return !text.empty() && text.size() <= longest_word && std::ranges::all_of(text, is_letter);
  }

  /// The kind of `default_word`, without traits.
  static Kind by_default() noexcept;
  /// A kind with this word and no traits; std::nullopt if the word is invalid.
  static std::optional<Kind> parse(std::string_view word) noexcept;

  [[nodiscard]] std::string_view word() const& noexcept;
  std::string_view word() const&& = delete;
  [[nodiscard]] KindTraits const& traits() const noexcept { return *traits_; }
  [[nodiscard]] bool is_document() const noexcept { return traits_->document != nullptr; }
  [[nodiscard]] bool is_default() const noexcept;

  friend bool operator==(Kind const& a, Kind const& b) noexcept { return a.word_ == b.word_; }
  friend std::strong_ordering operator<=>(Kind const& a, Kind const& b) noexcept {
    return a.word_ <=> b.word_;
  }

private:
  static constexpr KindTraits unknown{};

  std::array<char, longest_word> word_{}; ///< the rest is 0
  KindTraits const* traits_ = &unknown;
};

/// The served kinds, in the order in which messages list them. They are settled in the order of the list of
/// KindOfWork.
class Kinds {
public:
  Kinds() = default;
  Kinds(std::initializer_list<Kind> kinds) : kinds_(kinds) {}

  void add(Kind kind) { kinds_.push_back(kind); }
  [[nodiscard]] std::optional<Kind> find(std::string_view word) const noexcept;
  /// The document kind whose file has this name.
  [[nodiscard]] std::optional<Kind> of_document(std::string_view file_name) const noexcept;
  /// "kg, rule and edit": the kinds that signals can request.
  [[nodiscard]] std::string signal_words() const;

  [[nodiscard]] auto begin() const noexcept { return kinds_.begin(); }
  [[nodiscard]] auto end() const noexcept { return kinds_.end(); }

  bool operator==(Kinds const&) const = default;

private:
  std::vector<Kind> kinds_;
};

} // namespace artifactd
