#include "agents/turn/rules/stat_expression.hpp"

#include "agents/turn/rules/member_reader.hpp"
#include "state/dice/expression.hpp"
#include "state/json/mistake.hpp"
#include "state/platform/result.hpp"

#include <algorithm>
#include <fmt/core.h>

namespace artifactd::turn {

namespace {

/// The end of the name that begins at `at`.
std::size_t name_end(std::string_view text, std::size_t at) {
  auto const is_name = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  };
  return static_cast<std::size_t>(std::ranges::find_if_not(text.substr(at), is_name) - text.begin());
}

std::expected<std::string, std::string> number_text(Json const& stats, std::string const& name) {
  std::vector<std::string> names;
  for (auto const& [each, value] : stats.items())
    names.push_back(each);
  auto const found = stats.find(name);
  if (found == stats.end())
    return std::unexpected(
        fmt::format("the character has no stat {}{}", json::shown_key(name), known_names(name, names)));
  auto const number = whole_number(*found);
  constexpr auto largest = static_cast<std::int64_t>(dice::largest_number);
  if (!number || *number > largest || *number < -largest)
    return std::unexpected(fmt::format("the stat {} is {}, not a whole number that dice can use",
                                       json::shown_key(name), shown(*found)));
  return *number < 0 ? fmt::format("({})", *number) : std::to_string(*number);
}

} // namespace

std::vector<std::string> stats_in(std::string_view expression) {
  std::vector<std::string> names;
  for (auto at = expression.find('@'); at != expression.npos; at = expression.find('@', at + 1))
    names.emplace_back(expression.substr(at + 1, name_end(expression, at + 1) - at - 1));
  return names;
}

std::expected<std::string, std::string> with_stats(std::string_view expression, Json const& stats,
                                                   std::string_view stat) {
  std::string text;
  for (std::size_t at = 0; at < expression.size();) {
    auto const sign = std::min(expression.find('@', at), expression.size());
    text += expression.substr(at, sign - at);
    if (sign == expression.size()) break;
    at = name_end(expression, sign + 1);
    std::string name(expression.substr(sign + 1, at - sign - 1));
    if (name == "stat") name = stat;
    if (name.empty()) return std::unexpected("no stat is named for what follows the @");
    text += TRY(number_text(stats, name));
  }
  return text;
}

std::expected<std::string, std::string> with_ones(std::string_view expression) {
  auto ones = Json::object();
  for (auto const& name : stats_in(expression))
    ones[name] = 1;
  return with_stats(expression, ones, "stat");
}

} // namespace artifactd::turn
