#include "merge/game/delta/player_aliases.hpp"

#include <charconv>

namespace artifactd::game {

std::optional<std::string_view> PlayerMapping::real_id(std::string_view alias) const {
  constexpr std::string_view word = "player";
  if (!alias.starts_with(word)) return std::nullopt;
  auto const digits = alias.substr(word.size());
  std::size_t number = 0;
  auto const end = digits.data() + digits.size();
  auto const read = std::from_chars(digits.data(), end, number);
  if (read.ec != std::errc() || read.ptr != end || digits[0] == '0') return std::nullopt;
  if (number > ids.size()) return std::nullopt;
  return ids[number - 1];
}

std::string with_real_player(std::string_view path, PlayerMapping const& mapping) {
  constexpr std::string_view before = "players.";
  if (!path.starts_with(before)) return std::string(path);
  auto const dot = path.find('.', before.size());
  if (dot == std::string_view::npos) return std::string(path);
  auto const id = mapping.real_id(path.substr(before.size(), dot - before.size()));
  if (!id) return std::string(path);
  return std::string(before).append(*id).append(path.substr(dot));
}

std::vector<std::string> real_paths(std::string_view path, PlayerMapping const& mapping) {
  constexpr std::string_view all = "[*]";
  auto const named = path.starts_with("players.[*]") || path.starts_with("players[*]");
  if (!named || mapping.ids.empty()) return {with_real_player(path, mapping)};
  std::vector<std::string> paths;
  auto const at = path.find(all);
  for (auto const& id : mapping.ids)
    paths.push_back(std::string(path.substr(0, at)).append(id).append(path.substr(at + all.size())));
  return paths;
}

} // namespace artifactd::game
