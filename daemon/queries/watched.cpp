#include "daemon/queries/watched.hpp"

#include "state/vocabulary/names.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <ranges>

namespace artifactd {

namespace {

std::string roots_of(Board const& board) {
  std::string roots;
  for (auto const& root : board.roots)
    roots += (roots.empty() ? "" : ", ") + printable(root.path);
  return roots.empty() ? "none" : roots;
}

bool is_passed_over(std::string const& path) {
  return std::ranges::any_of(path | std::views::split('/'),
                             [](auto const& part) { return !is_watched_name(std::string_view(part)); });
}

/// Sessions are exactly so many levels below their root.
bool is_at_depth(std::string const& path, unsigned depth) {
  if (path.empty() || depth == 0) return path.empty() && depth == 0;
  return !is_passed_over(path) && std::ranges::count(path, '/') + 1 == static_cast<std::ptrdiff_t>(depth);
}

/// More roots than the board has room for are not shown.
bool watches(Config const& config, Board const& board, SessionKey const& session) {
  auto const shown = std::ranges::find(board.roots, session.root, &BoardRoot::path) != board.roots.end();
  if (!shown && board.roots.size() < board_roots) return false;
  auto const root = std::ranges::find(config.roots, session.root, &RootConfig::path);
  return root == config.roots.end() || is_at_depth(session.path, root->depth);
}

} // namespace

std::optional<std::string> why_unwatched(Config const& config, Board const& board,
                                         SessionKey const& session) {
  if (watches(config, board, session)) return std::nullopt;
  if (is_passed_over(session.path))
    return fmt::format("artifactd watches no directory {}: give it another name",
                       session.path.contains("lost+found")
                           ? "named lost+found"
                           : "whose name begins with a dot, such as " + printable(session.path));
  return fmt::format("the running artifactd (pid {}) does not watch this session; its roots: {}", board.pid,
                     roots_of(board));
}

} // namespace artifactd
