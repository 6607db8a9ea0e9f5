#include "agents/edit/draft.hpp"
#include "agents/edit/rules/rules.hpp"
#include "agents/edit/rules/words.hpp"
#include "merge/game/logic/templates.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <fmt/ranges.h>

namespace artifactd::editor {

namespace {

/// The mixed segment split into separate ones, if there is only one way to read it: an index in brackets
/// moves behind a dot, and so does a player's field behind the player's template; other text before the
/// template of a player is dropped if a field follows.
std::optional<std::string> separated(Evidence const& evidence, std::string_view segment,
                                     std::string_view before, bool is_last) {
  auto const found = game::placeholders(segment);
  if (found.size() != 1) return std::nullopt;
  auto const& only = found.front();
  auto const name = segment.substr(0, only.begin);
  auto const placeholder = segment.substr(only.begin, only.end - only.begin);
  auto const rest = segment.substr(only.end);
  if (before == "players") {
    auto const field = rest.substr(std::min(rest.find_first_not_of("_-:"), rest.size()));
    if (name.empty() && evidence.fields.find(fmt::format("players.{}", field)) != nullptr)
      return fmt::format("{}.{}", placeholder, field);
    return is_last ? std::nullopt : std::optional(std::string(placeholder));
  }
  if (name.ends_with('[') && name.size() > 1 && rest == "]")
    return fmt::format("{}.{}", name.substr(0, name.size() - 1), placeholder);
  return std::nullopt;
}

std::optional<std::string> separated_path(Evidence const& evidence, std::string_view path) {
  std::vector<std::string> segments;
  std::string before;
  auto const all = game::template_path_segments(path);
  for (auto const& segment : all) {
    if (game::is_mixed_segment(segment)) {
      auto parts = separated(evidence, segment, before, &segment == &all.back());
      if (!parts) return std::nullopt;
      segments.push_back(*std::move(parts));
    } else {
      segments.emplace_back(segment);
    }
    before = segment;
  }
  return fmt::format("{}", fmt::join(segments, "."));
}

} // namespace

void find_mixed_segments(Evidence const& evidence, Causes& causes) {
  constexpr auto* pattern =
      R"re((Action|Transition) '(.*)' stateDelta\[(\d+)\]: Path segment "(.*)" mixes literal text)re";
  for (auto const& match : matching(evidence.errors, pattern)) {
    auto const index = std::stoul(match.parts[2].substr(0, 9));
    Draft draft(evidence.game);
    std::optional<game::FragmentAddress> address;
    for (auto const& owner : owners(evidence.game, match.parts[0], match.parts[1])) {
      if (index >= owner.instruction->operations.size()) continue;
      address = owner.address;
      for (auto const* key : {"path", "fromPath", "toPath"}) {
        auto const path = owner.instruction->operations[index].text(key);
        auto const separate = path ? separated_path(evidence, *path) : std::nullopt;
        if (separate && *separate != *path)
          draft.set(owner.address, fmt::format("/stateDelta/{}/{}", index, key), *separate);
      }
    }
    auto const description = fmt::format("Write segment {} of operation {} of {} as a name or a template",
                                         match.parts[3], index, match.parts[1]);
    auto changes = draft.changes(description);
    if (changes.empty() && address) changes.push_back(open_change(*address, description));
    causes.push_back({"P9",
                      fmt::format("Segment {} is half a name and half a template.", match.parts[3]),
                      Confidence::high,
                      {match.error},
                      std::move(changes)});
  }
}

} // namespace artifactd::editor
