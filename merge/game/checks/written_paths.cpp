#include "merge/game/checks/written_paths.hpp"

#include "state/json/scalar.hpp"

#include <algorithm>
#include <array>

namespace artifactd::game {

namespace {

constexpr std::array<std::string_view, 6> router_names = {
    "allPlayersCompletedActions",  "playersCount",    "playerCount",
    "playersRequiringActionCount", "allPlayersReady", "anyPlayerReady"};

/// The path with every {{…}} replaced by `with`.
std::string without_templates(std::string_view path, std::string_view with) {
  std::string result;
  for (;;) {
    auto begin = path.find("{{");
    auto end = begin == path.npos ? path.npos : path.find("}}", begin);
    if (end == path.npos) return result.append(path);
    result.append(path.substr(0, begin)).append(with);
    path.remove_prefix(end + 2);
  }
}

void replace_all(std::string& text, std::string_view what, std::string_view with) {
  for (auto at = text.find(what); at != text.npos; at = text.find(what, at + with.size()))
    text.replace(at, what.size(), with);
}

std::size_t digits_after(std::string_view text, std::size_t at) {
  auto end = at;
  while (end < text.size() && json::is_digit(text[end]))
    ++end;
  return end - at;
}

/// The text with each `before<digits>after` replaced by `with`.
std::string with_numbers(std::string_view text, std::string_view before, char after, std::string_view with) {
  std::string result;
  for (std::size_t i = 0; i < text.size();) {
    auto length = text.substr(i).starts_with(before) ? digits_after(text, i + before.size()) : 0;
    auto end = i + before.size() + length;
    if (length > 0 && end < text.size() && text[end] == after) {
      result += with;
      i = end + 1;
    } else {
      result += text[i++];
    }
  }
  return result;
}

/// Removes the first segment and its dot from the path; after the last one, the path has no data.
std::string_view taken_segment(std::string_view& path) {
  auto const dot = path.find('.');
  auto const segment = path.substr(0, dot);
  path = dot == path.npos ? std::string_view() : path.substr(dot + 1);
  return segment;
}

} // namespace

std::string normalized(std::string_view path) {
  auto result = with_numbers(without_templates(path, "[*]"), "[", ']', "[*]");
  replace_all(result, "[*]", ".[*]");
  while (result.find("..") != result.npos)
    replace_all(result, "..", ".");
  return result;
}

std::string with_wildcards(std::string_view path) {
  auto result = without_templates(path, "[*]");
  replace_all(result, ".[*]", "[*]");
  return result;
}

bool matches(std::string_view path, std::string_view pattern) {
  auto const plain = without_templates(path, "*");
  std::string_view ours = plain;
  while (ours.data() != nullptr && pattern.data() != nullptr) {
    auto const a = taken_segment(ours);
    auto const b = taken_segment(pattern);
    if (a != b && a != "*" && b != "*") return false;
  }
  return ours.data() == pattern.data();
}

std::vector<std::string> paths_of(Operation const& operation) {
  std::vector<std::string> paths;
  if (operation.path) paths.push_back(*operation.path);
  for (auto key : {"fromPath", "toPath"})
    if (auto path = operation.text(key)) paths.push_back(*std::move(path));
  if (operation.name == "setForAllPlayers")
    if (auto field = operation.text("field")) paths.push_back("players[*]." + *field);
  return paths;
}

WrittenFields::WrittenFields(Game const& game) {
  std::set<std::string> known; // paths repeat often
  auto add = [&](std::vector<Operation> const& operations) {
    for (auto const& operation : operations)
      for (auto const& path : paths_of(operation)) {
        if (!known.insert(path).second) continue;
        auto normal = without_templates(path, "[*]");
        replace_all(normal, ".[*].", "[*].");
        normal = with_numbers(normal, ".player", '.', "[*].");
        replace_all(normal, "players.*", "players[*]");
        written_.insert(with_numbers(normal, "[", ']', ""));
        written_.insert(path);
      }
  };
  for (auto const& phase : game.player_phases())
    for (auto const& action : phase.actions)
      add(action.operations);
  for (auto const& each : game.transition_instructions())
    add(each.instruction.operations);
}

bool WrittenFields::covers(std::string_view field) const {
  if (written_.contains(field)) return true;
  auto plain = with_numbers(with_numbers(field, "[", ']', ""), ".", '.', ".");
  return written_.contains(plain);
}

bool is_router_name(std::string_view field) noexcept {
  return std::ranges::find(router_names, field) != router_names.end();
}

bool writes(std::vector<Operation> const& operations, std::string_view pattern) {
  return std::ranges::any_of(operations, [&](Operation const& each) {
    if (each.name != "set" && each.name != "append" && each.name != "increment") return false;
    return each.path && matches(*each.path, pattern);
  });
}

} // namespace artifactd::game
