#include "state/json/place.hpp"

#include "state/json/diagnose.hpp"
#include "state/json/token_starts.hpp"
#include "state/json/walk.hpp"

#include <algorithm>
#include <fmt/core.h>

namespace artifactd::json {

namespace {

struct Level {
  OpenBracket bracket;
  std::size_t index = 0; ///< of the current element, in an array
  std::string_view key;  ///< of the current member, in an object; empty before its colon
};

std::string step_into(Level const& level) {
  if (level.bracket.bracket == '[') return fmt::format("/{}", level.index);
  return level.key.empty() ? "" : pointer_step(decode(level.key));
}

/// Follows tokens without validating them.
class Follower {
public:
  explicit Follower(std::string_view text) noexcept : text_(text) {}

  void take(std::size_t at) {
    switch (char const c = text_[at]) {
    case '{':
    case '[':
      levels_.push_back({.bracket = {c, at}, .index = 0, .key = {}});
      expect_ = c == '{' ? Expect::key_or_close : Expect::value_or_close;
      break;
    case '}':
    case ']':
      if (!levels_.empty()) levels_.pop_back();
      value_done();
      break;
    case ',':
      comma();
      break;
    case ':':
      if (expect_ == Expect::colon)
        levels_.back().key = text_.substr(token_, text_.rfind('"', at) + 1 - token_);
      expect_ = Expect::value;
      break;
    default:
      if (c == '"' && (expect_ == Expect::key || expect_ == Expect::key_or_close)) {
        expect_ = Expect::colon;
      } else {
        value_done();
      }
    }
    token_ = at;
  }

  [[nodiscard]] std::string pointer() const {
    std::string pointer;
    for (Level const& level : levels_)
      pointer += step_into(level);
    return pointer;
  }

  [[nodiscard]] Place place(bool in_string) const {
    Place place{.pointer = pointer(), .expect = expect_, .open = {}, .token = {}, .in_string = in_string};
    if (token_ != std::string_view::npos) place.token = token_;
    for (Level const& level : levels_)
      place.open.push_back(level.bracket);
    return place;
  }

private:
  void comma() {
    if (levels_.empty()) return;
    Level& level = levels_.back();
    level.key = {};
    ++level.index;
    expect_ = level.bracket.bracket == '{' ? Expect::key : Expect::value;
  }

  void value_done() {
    if (levels_.empty()) {
      expect_ = Expect::end;
    } else {
      bool const object = levels_.back().bracket.bracket == '{';
      expect_ = object ? Expect::comma_or_close_object : Expect::comma_or_close_array;
    }
  }

  std::string_view text_;
  std::vector<Level> levels_;
  Expect expect_ = Expect::document;
  std::size_t token_ = std::string_view::npos; ///< the last token; npos before the first
};

} // namespace

std::string_view words_for(Expect expect) noexcept {
  switch (expect) {
  case Expect::document:
    return "a JSON document";
  case Expect::value:
    return "a value";
  case Expect::value_or_close:
    return "a value or ']'";
  case Expect::key:
    return "a key in double quotes";
  case Expect::key_or_close:
    return "a key in double quotes or '}'";
  case Expect::colon:
    return "':' after the key";
  case Expect::comma_or_close_object:
    return "',' or '}'";
  case Expect::comma_or_close_array:
    return "',' or ']'";
  case Expect::end:
    return "the end of the text";
  }
  return "";
}

Place place_at(std::string_view text, std::size_t byte) {
  std::string_view const before = text.substr(0, byte);
  Follower follower(before);
  TokenStarts starts(before);
  while (starts.advance()) {
    for (std::uint32_t const offset : starts.offsets())
      follower.take(starts.base() + offset);
  }
  return follower.place(starts.ends_in_string());
}

std::vector<std::string> pointers_at(std::string_view text, std::vector<std::size_t> const& bytes) {
  std::vector<std::string> pointers;
  Follower follower(text);
  TokenStarts starts(text);
  auto const catch_up = [&](std::size_t at) {
    while (pointers.size() < bytes.size() && bytes[pointers.size()] <= at)
      pointers.push_back(follower.pointer());
  };
  while (pointers.size() < bytes.size() && starts.advance()) {
    for (std::uint32_t const offset : starts.offsets()) {
      catch_up(starts.base() + offset);
      follower.take(starts.base() + offset);
    }
  }
  catch_up(std::string_view::npos);
  return pointers;
}

std::string pointer_step(std::string_view key) {
  std::string step = "/";
  for (char const c : key) {
    if (c == '~') {
      step += "~0";
    } else if (c == '/') {
      step += "~1";
    } else {
      step += c;
    }
  }
  return step;
}

std::string pointer_at(std::string_view text, std::size_t byte) {
  return place_at(text, byte).pointer;
}

} // namespace artifactd::json
