#include "state/json/slips.hpp"

#include "state/json/scalar.hpp"
#include "state/json/walk.hpp"

#include <algorithm>
#include <utility>

namespace artifactd::json {

namespace {

struct PythonConstant {
  std::string_view python;
  std::string_view json;
};

constexpr PythonConstant python_constants[] = {{"None", "null"}, {"True", "true"}, {"False", "false"}};

bool is_control(char c) noexcept {
  return static_cast<unsigned char>(c) < 0x20;
}

/// The escape for a raw control character in a string.
std::string escape_of(char control) {
  auto const quoted = quote({&control, 1});
  return quoted.substr(1, quoted.size() - 2);
}

/// The length of the comment at the front of `rest`; std::nullopt if parsers disagree about its end, or if it
/// might be inside a string: a comment that contains an unpaired quote.
std::optional<std::size_t> comment_length(std::string_view rest) {
  std::size_t length = 0;
  if (rest.starts_with("//")) {
    length = std::min(rest.find('\n'), rest.size());
    if (rest[length - 1] == '\r') --length;
    auto const line = rest.substr(0, length);
    if (line.contains('\r') || line.contains("\u2028") || line.contains("\u2029")) return std::nullopt;
  } else if (rest.starts_with("/*")) {
    auto const end = rest.find("*/", 2);
    if (end == rest.npos) return std::nullopt;
    length = end + 2;
  } else {
    return std::nullopt;
  }
  if (std::ranges::count(rest.substr(0, length), '"') % 2 != 0) return std::nullopt;
  return length;
}

/// Whether removing the bytes in [begin, end) would join the tokens on both sides into one.
bool keeps_apart(std::string_view text, std::size_t begin, std::size_t end) noexcept {
  return begin > 0 && end < text.size() && !ends_word(text[begin - 1]) && !ends_word(text[end]);
}

} // namespace

std::size_t SlipWalk::gap(std::size_t at) {
  while (!stopped_) {
    at = std::min(text_.find_first_not_of(" \t\r\n", at), text_.size());
    if (at == text_.size() || text_[at] != '/') return at;
    auto const length = comment_length(text_.substr(at));
    if (!length) return stop();
    note(TextRepair::What::comment, at, *length, keeps_apart(text_, at, at + *length) ? " " : "");
    at += *length;
  }
  return text_.size();
}

std::optional<std::size_t> SlipWalk::value(std::size_t at) {
  std::size_t depth = 0;
  char last = ','; // the first byte of the previous token
  std::optional<std::size_t> comma;
  for (at = gap(at); at < text_.size(); at = gap(at)) {
    char const c = text_[at];
    bool const closes = c == '}' || c == ']';
    if (closes && depth == 0) return std::nullopt;
    if (closes && comma) {
      note(TextRepair::What::trailing_comma, *comma, 1, "");
      found_.back().found = c;
    }
    bool const behind_value = !std::string_view("{[,:").contains(last);
    comma = c == ',' && behind_value ? std::optional(at) : std::nullopt;
    if (c == '"') {
      at = string(at);
    } else {
      at = ends_word(c) ? at + 1 : word(at, depth);
    }
    if (c == '{' || c == '[') ++depth;
    if (closes && --depth == 0) return at;
    last = c;
  }
  return std::nullopt;
}

void SlipWalk::note(TextRepair::What what, std::size_t byte, std::size_t size, std::string put) {
  found_.push_back(
      {.what = what, .byte = byte, .size = size, .put = std::move(put), .found = {}, .line = 0, .column = 0});
  if (found_.size() > most_repairs) stop();
}

std::size_t SlipWalk::string(std::size_t at) {
  for (++at; at < text_.size() && !stopped_; ++at) {
    char const c = text_[at];
    if (c == '"') return at + 1;
    if (c == '\\') {
      ++at; // a control character stays: the backslash would combine with its escape
    } else if (c == '\0') {
      return stop(); // not a slip but a hole in the file
    } else if (is_control(c)) {
      note(TextRepair::What::control_character, at, 1, escape_of(c));
    }
  }
  return text_.size();
}

std::size_t SlipWalk::word(std::size_t at, std::size_t depth) {
  std::size_t end = at + 1;
  while (end < text_.size() && !ends_word(text_[end]) && text_[end] != '/')
    ++end;
  for (auto const& [python, json] : python_constants) {
    // A text of one word was perhaps never meant to be JSON.
    if (depth != 0 && text_.substr(at, end - at) == python)
      note(TextRepair::What::python_constant, at, end - at, std::string(json));
  }
  return end;
}

std::size_t SlipWalk::stop() noexcept {
  stopped_ = true;
  return text_.size();
}

} // namespace artifactd::json
