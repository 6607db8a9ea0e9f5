#include "merge/game/values/js_value.hpp"

#include "merge/game/values/js_number.hpp"
#include "merge/game/values/js_text.hpp"

#include <cmath>
#include <cstdint>
#include <limits>
#include <string_view>
#include <vector>

namespace artifactd::game {

namespace {

using Kind = Value::value_t;

/// Objects and arrays, which are compared by their texts.
bool is_compound(Value const& value) noexcept {
  return value.is_structured() || value.is_binary();
}

bool is_nullish(Value const& value) noexcept {
  return value.is_null() || is_undefined(value);
}

std::string scalar_text(Value const& value) {
  switch (value.type()) {
  case Kind::discarded:
    return "undefined";
  case Kind::null:
    return "null";
  case Kind::boolean:
    return *value.get_ptr<bool const*>() ? "true" : "false";
  case Kind::string:
    return *value.get_ptr<std::string const*>();
  case Kind::number_integer:
  case Kind::number_unsigned:
  case Kind::number_float:
    return number_text(number_of(value));
  default:
    return "[object Object]";
  }
}

/// Nested arrays are handled without recursion: only memory bounds the nesting.
std::string array_text(Value const& array) {
  struct Open {
    Value::array_t const* elements;
    std::size_t next = 0;
  };
  std::string text;
  std::vector<Open> open = {{array.get_ptr<Value::array_t const*>()}};
  while (!open.empty()) {
    auto& [elements, next] = open.back();
    if (next == elements->size()) {
      open.pop_back();
      continue;
    }
    if (next > 0) text += ',';
    auto const& element = (*elements)[next++];
    if (element.is_array())
      open.push_back({element.get_ptr<Value::array_t const*>()});
    else if (!is_nullish(element))
      text += scalar_text(element);
  }
  return text;
}

/// The text of a value, without a copy if it is a text already.
class TextView {
public:
  explicit TextView(Value const& value)
      : text_(value.is_string() ? std::string() : text_of(value)),
        view_(value.is_string() ? std::string_view(*value.get_ptr<std::string const*>()) : text_) {}
  TextView(TextView const&) = delete;
  TextView& operator=(TextView const&) = delete;

  [[nodiscard]] std::string_view view() const noexcept { return view_; }

private:
  std::string text_;
  std::string_view view_;
};

} // namespace

Value number(double value) {
  constexpr double exact = 9'007'199'254'740'992.0; // 2^53
  bool const is_whole = std::trunc(value) == value && std::abs(value) <= exact;
  if (is_whole && !(value == 0 && std::signbit(value))) return static_cast<std::int64_t>(value);
  return value;
}

double number_of(Value const& value) {
  switch (value.type()) {
  case Kind::null:
    return 0;
  case Kind::boolean:
    return *value.get_ptr<bool const*>() ? 1 : 0;
  case Kind::number_integer:
    return static_cast<double>(*value.get_ptr<std::int64_t const*>());
  case Kind::number_unsigned:
    return static_cast<double>(*value.get_ptr<std::uint64_t const*>());
  case Kind::number_float:
    return *value.get_ptr<double const*>();
  case Kind::string:
    return text_number(*value.get_ptr<std::string const*>());
  case Kind::array:
    return text_number(array_text(value));
  default:
    return std::numeric_limits<double>::quiet_NaN();
  }
}

double float_of(Value const& value) {
  if (value.is_number()) return number_of(value) + 0.0; // negative zero prints as "0"
  return leading_number(TextView(value).view());
}

std::string text_of(Value const& value) {
  return value.is_array() ? array_text(value) : scalar_text(value);
}

bool truthy(Value const& value) noexcept {
  if (value.is_array()) return !value.empty();
  return js_truthy(value);
}

bool js_truthy(Value const& value) noexcept {
  switch (value.type()) {
  case Kind::discarded:
  case Kind::null:
    return false;
  case Kind::boolean:
    return *value.get_ptr<bool const*>();
  case Kind::number_integer:
    return *value.get_ptr<std::int64_t const*>() != 0;
  case Kind::number_unsigned:
    return *value.get_ptr<std::uint64_t const*>() != 0;
  case Kind::number_float: {
    auto const real = *value.get_ptr<double const*>();
    return real != 0 && !std::isnan(real);
  }
  case Kind::string:
    return !value.get_ptr<std::string const*>()->empty();
  default:
    return true;
  }
}

bool strictly_equal(Value const& a, Value const& b) noexcept {
  if (a.is_number() && b.is_number()) return number_of(a) == number_of(b);
  if (a.type() != b.type()) return false;
  if (is_compound(a)) return &a == &b;
  if (a.is_string()) return *a.get_ptr<std::string const*>() == *b.get_ptr<std::string const*>();
  if (a.is_boolean()) return *a.get_ptr<bool const*>() == *b.get_ptr<bool const*>();
  return true;
}

bool loosely_equal(Value const& a, Value const& b) {
  if (is_nullish(a) || is_nullish(b)) return is_nullish(a) && is_nullish(b);
  if (is_compound(a) && is_compound(b)) return &a == &b;
  bool const texts = (is_compound(a) || a.is_string()) && (is_compound(b) || b.is_string());
  if (texts) return TextView(a).view() == TextView(b).view();
  return number_of(a) == number_of(b);
}

std::partial_ordering compare(Value const& a, Value const& b) {
  bool const texts = (is_compound(a) || a.is_string()) && (is_compound(b) || b.is_string());
  if (texts) return compare_units(TextView(a).view(), TextView(b).view());
  return number_of(a) <=> number_of(b);
}

} // namespace artifactd::game
