#include "merge/game/logic/templates.hpp"

#include "merge/game/delta/delta_path.hpp"
#include "merge/game/values/js_value.hpp"
#include "merge/game/values/value_extent.hpp"
#include "state/json/scalar.hpp"
#include "state/vocabulary/names.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <optional>
#include <set>

namespace artifactd::game {

namespace {

char lower_letter(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

std::string_view positional_digits(std::string_view text) {
  return text.substr(0,
                     static_cast<std::size_t>(std::ranges::find_if_not(text, json::is_digit) - text.begin()));
}

bool is_one_placeholder(std::string_view text, std::vector<Placeholder> const& found) {
  return found.size() == 1 && found[0].begin == 0 && found[0].end == text.size();
}

/// Fills in a value while tracking the size of the result.
class TemplateFill {
public:
  explicit TemplateFill(Value const& scope) : scope_(scope) {}

  /// `room` is how much deeper the result may nest.
  Result<Value> filled(Value const& value, std::size_t room) {
    if (value.is_string()) return filled_string(value.get_ref<std::string const&>(), room);
    TRY(pay(sizeof(Value)));
    if (!value.is_structured()) return value;
    if (room == 0) return too_deep();
    if (value.is_array()) {
      auto out = Value::array();
      for (auto const& element : value)
        out.push_back(TRY(filled(element, room - 1)));
      return out;
    }
    Value::object_t out;
    for (auto const& [key, member] : value.items()) {
      TRY(pay(key.size()));
      out.emplace_back(key, TRY(filled(member, room - 1)));
    }
    return Value(std::move(out));
  }

private:
  Result<Value> filled_string(std::string const& text, std::size_t room) {
    auto const found = placeholders(text);
    if (is_one_placeholder(text, found)) {
      auto value = looked_up(found[0].name);
      if (value == nullptr) return unchanged(text);
      auto const extent = extent_of(*value);
      if (extent.depth > room) return too_deep();
      TRY(pay(extent.weight));
      return *value;
    }
    std::string out;
    std::size_t done = 0;
    for (auto const& each : found) {
      auto const* value = looked_up(each.name);
      if (value == nullptr) continue;
      TRY(pay(extent_of(*value).weight)); // before it is converted to text, which takes about as much
      out.append(text, done, each.begin - done).append(text_of(*value));
      done = each.end;
    }
    TRY(pay(text.size()));
    out.append(text, done);
    return Value(std::move(out));
  }

  Result<Value> unchanged(std::string const& text) {
    TRY(pay(text.size()));
    return Value(text);
  }

  /// Null if the name leads nowhere.
  [[nodiscard]] Value const* looked_up(std::string_view name) {
    if (scope_.is_object())
      if (auto member = scope_.find(std::string(name)); member != scope_.end()) return &*member;
    auto const path = parse_delta_path(name);
    if (path.segments.empty()) return nullptr;
    if (auto const* found = find_at(scope_, path)) return found;
    computed_ = read_at(scope_, path);
    return is_undefined(computed_) ? nullptr : &computed_;
  }

  Result<void> pay(std::size_t bytes) {
    if (bytes > left_)
      return fail(Fault::too_large, fmt::format("templates come to more than {} bytes", largest_resolved));
    left_ -= bytes;
    return {};
  }

  static std::unexpected<Error> too_deep() {
    return fail(Fault::too_large, fmt::format("templates nest deeper than {} levels", deepest_state));
  }

  Value const& scope_;
  Value computed_; ///< the value of a name that is stored nowhere else
  std::size_t left_ = largest_resolved;
};

/// "player7" for p7id and player7Id; std::nullopt for any other name.
std::optional<std::string> positional_player(std::string_view name) {
  std::string lower(name);
  std::ranges::transform(lower, lower.begin(), lower_letter);
  std::string_view rest = lower;
  if (!rest.starts_with('p')) return std::nullopt;
  rest.remove_prefix(rest.starts_with("player") ? 6 : 1);
  auto const digits = positional_digits(rest);
  if (digits.empty() || rest.substr(digits.size()) != "id") return std::nullopt;
  return "player" + std::string(digits);
}

std::string with_positional_paths(std::string_view text) {
  constexpr std::string_view before = "players.p";
  std::string out;
  std::size_t done = 0;
  for (auto at = text.find(before); at != std::string_view::npos; at = text.find(before, done)) {
    auto const number = at + before.size();
    auto const digits = positional_digits(text.substr(number));
    out.append(text.substr(done, number - done));
    done = number;
    if (!digits.empty() && text.substr(number + digits.size()).starts_with('.')) out += "layer";
  }
  return out.append(text.substr(done));
}

/// The KEYs of all markers, in order.
std::vector<std::string_view> narrative_keys(std::string_view text) {
  constexpr std::string_view before = "!___ NARRATIVE:";
  constexpr std::string_view behind = " ___!";
  auto is_word = [](char c) {
    auto const lower = lower_letter(c);
    return json::is_digit(c) || c == '_' || (lower >= 'a' && lower <= 'z');
  };
  std::vector<std::string_view> found;
  for (auto at = text.find(before); at != std::string_view::npos;) {
    auto const begin = at + before.size();
    auto end = begin;
    while (end < text.size() && is_word(text[end]))
      ++end;
    auto next = end;
    if (end > begin && text.substr(end).starts_with(behind)) {
      next += behind.size();
      found.push_back(text.substr(begin, end - begin));
    }
    at = text.find(before, next);
  }
  return found;
}

} // namespace

std::vector<Placeholder> placeholders(std::string_view text) {
  std::vector<Placeholder> found;
  std::size_t from = 0;
  for (auto close = text.find("}}"); close != std::string_view::npos; close = text.find("}}", from)) {
    auto const before = text.substr(from, close - from);
    auto const open = before.rfind("{{"); // the last, so that an earlier unclosed one does not count
    if (open != std::string_view::npos) {
      auto const name = trimmed(before.substr(open + 2));
      if (!name.empty()) found.push_back({from + open, close + 2, name});
    }
    from = close + 2;
  }
  return found;
}

std::vector<std::string_view> template_path_segments(std::string_view path) {
  std::vector<std::string_view> segments;
  std::size_t begin = 0;
  auto split = [&](std::size_t from, std::size_t to) {
    for (auto at = from; at < to; ++at) {
      if (path[at] != '.') continue;
      segments.push_back(path.substr(begin, at - begin));
      begin = at + 1;
    }
  };
  std::size_t literal = 0;
  for (auto const& each : placeholders(path)) {
    split(literal, each.begin);
    literal = each.end;
  }
  split(literal, path.size());
  segments.push_back(path.substr(begin));
  return segments;
}

bool is_mixed_segment(std::string_view segment) {
  auto const found = placeholders(segment);
  return !found.empty() && !is_one_placeholder(segment, found);
}

Result<Value> resolve_templates(Value const& value, Value const& scope) {
  return TemplateFill(scope).filled(value, deepest_state);
}

std::string with_positional_templates(std::string_view text) {
  std::string out;
  std::size_t done = 0;
  for (auto const& each : placeholders(text)) {
    auto const player = positional_player(each.name);
    if (!player) continue;
    out.append(text.substr(done, each.begin - done)).append(*player);
    done = each.end;
  }
  out.append(text.substr(done));
  return with_positional_paths(out);
}

std::vector<std::string> marker_keys(std::string_view text) {
  std::vector<std::string> keys;
  std::set<std::string_view> seen;
  for (auto const key : narrative_keys(text))
    if (seen.insert(key).second) keys.emplace_back(key);
  return keys;
}

} // namespace artifactd::game
