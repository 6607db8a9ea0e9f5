#include "state/json/grammar.hpp"

#include "state/json/open_brackets.hpp"
#include "state/json/scalar.hpp"
#include "state/json/walk.hpp"

#include <algorithm>
#include <optional>
#include <utility>

namespace artifactd::json {

namespace {

/// Walks the tokens of a text.
class Cursor {
public:
  Cursor(std::string_view text, TokenStarts& starts) noexcept : text_(text), starts_(starts) {}

  /// The first byte of the next token; NUL, which begins no token, after the last.
  [[gnu::always_inline]] char next() {
    if (next_ == end_) [[unlikely]] {
      if (!starts_.advance()) {
        at_ = text_.size();
        return '\0';
      }
      chunk_ = text_.data() + starts_.base();
      next_ = starts_.offsets().data();
      end_ = next_ + starts_.offsets().size();
    }
    char const* const here = chunk_ + *next_++;
    at_ = static_cast<std::size_t>(here - text_.data());
    return *here;
  }

  [[nodiscard]] std::size_t at() const noexcept { return at_; }

private:
  std::string_view text_;
  TokenStarts& starts_;
  std::size_t at_ = 0;
  char const* chunk_ = nullptr;
  std::uint32_t const* next_ = nullptr;
  std::uint32_t const* end_ = nullptr;
};

/// Why there is no further token: the first fault inside a string or in the encoding, or the end of the text.
std::unexpected<Broken> ended(std::string_view text, TokenStarts const& starts) noexcept {
  return std::unexpected(starts.fault().value_or(Broken{Breach::truncated, text.size()}));
}

/// The likely intention of a token that begins no value.
Breach breach_of_value(std::string_view rest) noexcept {
  std::string_view const unsigned_part = rest.substr(rest.front() == '+' ? 1 : 0);
  bool const signed_or_bare = unsigned_part.size() < rest.size() || unsigned_part.front() == '.';
  std::string_view const digits = unsigned_part.substr(unsigned_part.starts_with('.') ? 1 : 0);
  if (signed_or_bare && !digits.empty() && is_digit(digits.front())) return Breach::bad_number;
  for (std::string_view const literal : {"true", "false", "null"}) {
    auto const same = [](char a, char b) { return (a | 0x20) == b; };
    if (std::ranges::equal(rest.substr(0, literal.size()), literal, same)) return Breach::bad_literal;
  }
  return Breach::unexpected;
}

/// What is wrong with the number, literal or stray character at `at`, if anything.
std::optional<Broken> scalar_fault(std::string_view text, std::size_t at) noexcept {
  char const first = text[at];
  std::expected<std::size_t, Broken> end{at};
  if (first == '-' || is_digit(first)) {
    end = number_end(text, at);
  } else if (first == 't' || first == 'f' || first == 'n') {
    end = literal_end(text, at);
  } else {
    return Broken{breach_of_value(text.substr(at)), at};
  }
  return end ? std::nullopt : std::optional(end.error());
}

/// Records where the members of the outermost object are. Does nothing at other depths.
class MemberList {
public:
  [[gnu::always_inline]] void key(unsigned depth, std::size_t begin) {
    if (depth == 1) members_.push_back({.key = {begin, 0}, .value = {}});
  }
  [[gnu::always_inline]] void colon(unsigned depth, std::string_view text, std::size_t at) {
    if (depth == 1) members_.back().key.end = trimmed_end(text, at);
  }
  [[gnu::always_inline]] void value(unsigned depth, std::size_t begin) {
    if (depth == 1) members_.back().value.begin = begin;
  }
  [[gnu::always_inline]] void value_end(unsigned depth, std::string_view text, std::size_t at) {
    if (depth == 1) members_.back().value.end = trimmed_end(text, at);
  }
  std::vector<Member> take() && { return std::move(members_); }

private:
  std::vector<Member> members_;
};

/// The result for a complete outermost value; `extent` reaches from it to the token after it, if any.
std::expected<Document, Broken> finished(std::string_view text, Range extent, TokenStarts const& starts,
                                         MemberList&& members) {
  if (extent.end != text.size()) return std::unexpected(Broken{Breach::trailing_data, extent.end});
  if (starts.fault() || starts.ends_in_string()) return ended(text, starts);
  return Document{.type = type_of(text.substr(extent.begin)),
                  .root = {extent.begin, trimmed_end(text, text.size())},
                  .members = std::move(members).take()};
}

} // namespace

std::expected<Document, Broken> read_document(std::string_view text, TokenStarts& starts, Limits limits) {
  Cursor cursor(text, starts);
  OpenBrackets open(limits.depth);
  MemberList members;
  auto const broken = [&](Breach breach) { return std::unexpected(Broken{breach, cursor.at()}); };
  char c = cursor.next();
  std::size_t const root = cursor.at();
  if (root == text.size() && !starts.fault()) return broken(Breach::empty);

value:
  if (c == '{') {
    if (!open.push(Bracket::object)) return broken(Breach::too_deep);
    if ((c = cursor.next()) == '}') goto close;
    goto key;
  }
  if (c == '[') {
    if (!open.push(Bracket::array)) return broken(Breach::too_deep);
    if ((c = cursor.next()) == ']') goto close;
    goto value;
  }
  if (c != '"') {
    if (cursor.at() == text.size()) return ended(text, starts);
    if (auto const fault = scalar_fault(text, cursor.at())) return std::unexpected(*fault);
  }

after_value:
  c = cursor.next();
  if (open.depth() == 0) return finished(text, {root, cursor.at()}, starts, std::move(members));
  if (!open.in_object()) {
    if (c == ']') goto close;
    if (c != ',') goto unexpected;
    c = cursor.next();
    goto value;
  }
  if (c == ',') {
    members.value_end(open.depth(), text, cursor.at());
    c = cursor.next();
    goto key;
  }
  if (c != '}') goto unexpected;
  members.value_end(open.depth(), text, cursor.at());

close:
  open.pop();
  goto after_value;

key:
  if (c != '"') goto unexpected;
  members.key(open.depth(), cursor.at());
  if (cursor.next() != ':') goto unexpected;
  members.colon(open.depth(), text, cursor.at());
  c = cursor.next();
  members.value(open.depth(), cursor.at());
  goto value;

unexpected:
  if (cursor.at() == text.size()) return ended(text, starts);
  return broken(Breach::unexpected);
}

} // namespace artifactd::json
