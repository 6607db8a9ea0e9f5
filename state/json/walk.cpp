#include "state/json/walk.hpp"

#include "state/json/scalar.hpp"
#include "state/json/token_starts.hpp"

namespace artifactd::json {

namespace {

/// Calls `visit(at, c, depth)` for each token of an accepted text; `depth` counts the brackets around it.
template <class Visit>
void each_token(std::string_view text, Visit visit) {
  TokenStarts starts(text);
  std::size_t depth = 0;
  while (starts.advance()) {
    for (std::uint32_t const offset : starts.offsets()) {
      std::size_t const at = starts.base() + offset;
      char const c = text[at];
      if (c == '}' || c == ']') --depth;
      visit(at, c, depth);
      if (c == '{' || c == '[') ++depth;
    }
  }
}

} // namespace

Type type_of(std::string_view value) noexcept {
  switch (value.empty() ? 'n' : value.front()) {
  case '{':
    return Type::object;
  case '[':
    return Type::array;
  case '"':
    return Type::string;
  case 't':
  case 'f':
    return Type::boolean;
  case 'n':
    return Type::null;
  default:
    return Type::number;
  }
}

std::vector<Member> members(std::string_view object) {
  std::vector<Member> found;
  enum class Due : std::uint8_t { key, colon, value, end } due = Due::key;
  each_token(object, [&](std::size_t at, char c, std::size_t depth) {
    if (due == Due::end && ((depth == 1 && c == ',') || (depth == 0 && c == '}'))) {
      found.back().value.end = trimmed_end(object, at);
      due = Due::key;
    } else if (depth != 1 || due == Due::end) {
      return;
    } else if (due == Due::key) {
      found.push_back({.key = {at, at}, .value = {at, at}});
      due = Due::colon;
    } else if (due == Due::colon) {
      found.back().key.end = trimmed_end(object, at);
      due = Due::value;
    } else {
      found.back().value.begin = at;
      due = Due::end;
    }
  });
  return found;
}

std::vector<Range> elements(std::string_view array) {
  std::vector<Range> found;
  bool open = false;
  each_token(array, [&](std::size_t at, char c, std::size_t depth) {
    if (open && ((depth == 1 && c == ',') || (depth == 0 && c == ']'))) {
      found.back().end = trimmed_end(array, at);
      open = false;
    } else if (depth == 1 && !open) {
      found.push_back({at, at});
      open = true;
    }
  });
  return found;
}

} // namespace artifactd::json
