#include "merge/play/record/value_reader.hpp"

#include "merge/game/game.hpp"
#include "state/json/scalar.hpp"
#include "state/json/walk.hpp"

#include <charconv>
#include <cmath>
#include <cstdlib>
#include <optional>
#include <string>
#include <utility>

namespace artifactd::play {

namespace {

/// std::nullopt if it is larger than any double.
std::optional<Value> number_in(std::string_view text) {
  auto const* const end = text.data() + text.size();
  if (text.find_first_of(".eE") == text.npos) {
    std::uint64_t natural = 0;
    if (std::from_chars(text.data(), end, natural).ec == std::errc()) return Value(natural);
    std::int64_t negative = 0;
    if (std::from_chars(text.data(), end, negative).ec == std::errc()) return Value(negative);
  }
  double number = 0;
  if (std::from_chars(text.data(), end, number).ec == std::errc()) return Value(number);
  number = std::strtod(std::string(text).c_str(), nullptr); // it is out of range: too large, or too small
  return std::isfinite(number) ? std::optional<Value>(number) : std::nullopt;
}

/// Reads the values of a text that scan() has accepted: it is not checked again, and is not deeper than this
/// may recurse.
class ValueReader {
public:
  explicit ValueReader(std::string_view text) : text_(text) {}

  /// std::nullopt if there is a number larger than any double. The last of members with the same name counts.
  std::optional<Value> value() {
    switch (first_after_space()) {
    case '{':
      return object();
    case '[':
      return array();
    case '"':
      return Value(json::decode(string()));
    case 't':
      return at_ += 4, Value(true);
    case 'f':
      return at_ += 5, Value(false);
    case 'n':
      return at_ += 4, Value(nullptr);
    default:
      return number_in(word());
    }
  }

private:
  char first_after_space() {
    while (json::is_space(text_[at_]))
      ++at_;
    return text_[at_];
  }

  /// Past the character that follows the white space, if it is this one.
  bool consume(char c) {
    auto const there = first_after_space() == c;
    if (there) ++at_;
    return there;
  }

  /// With its quotes.
  std::string_view string() {
    auto const begin = at_;
    do
      at_ = text_.find('"', at_ + 1);
    while (is_escaped(at_));
    return text_.substr(begin, ++at_ - begin);
  }

  [[nodiscard]] bool is_escaped(std::size_t quote) const {
    auto begin = quote;
    while (text_[begin - 1] == '\\')
      --begin;
    return (quote - begin) % 2 != 0;
  }

  std::string_view word() {
    auto const begin = at_;
    while (at_ < text_.size() && !json::ends_word(text_[at_]))
      ++at_;
    return text_.substr(begin, at_ - begin);
  }

  std::optional<Value> object() {
    auto object = Value::object();
    ++at_;
    if (consume('}')) return object;
    do {
      first_after_space();
      auto key = json::decode(string());
      consume(':');
      auto member = value();
      if (!member) return std::nullopt;
      object[std::move(key)] = *std::move(member);
    } while (consume(','));
    consume('}');
    return object;
  }

  std::optional<Value> array() {
    auto array = Value::array();
    ++at_;
    if (consume(']')) return array;
    do {
      auto item = value();
      if (!item) return std::nullopt;
      array.push_back(*std::move(item));
    } while (consume(','));
    consume(']');
    return array;
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

} // namespace

Value json_in(std::string_view text) {
  if (!json::scan(text, {.depth = game::deepest})) return Value(Value::value_t::discarded);
  auto value = ValueReader(text).value();
  return value ? *std::move(value) : Value(Value::value_t::discarded);
}

} // namespace artifactd::play
