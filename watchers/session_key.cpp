#include "watchers/session_key.hpp"

#include "state/vocabulary/names.hpp"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <fmt/core.h>

namespace artifactd {

namespace {

Error on_another_mount(SessionKey const& key) {
  return {Fault::unsupported,
          fmt::format("session.mount: {} is on another mount than its root {}, so it is not served: {}",
                      printable(full_path(key)), printable(key.root), mount_remedy),
          EXDEV};
}

} // namespace

std::optional<SessionKey> key_below(std::string const& root, std::size_t depth, std::string const& path) {
  if (path == root && depth == 0) return SessionKey{root, ""};
  if (depth == 0 || !path.starts_with(root + "/")) return std::nullopt;
  auto below = path.substr(root.size() + 1);
  if (std::ranges::count(below, '/') + 1 != static_cast<std::ptrdiff_t>(depth)) return std::nullopt;
  return SessionKey{root, std::move(below)};
}

bool is_watched_name(std::string_view name) noexcept {
  return !name.starts_with('.') && name != "lost+found";
}

std::string full_path(SessionKey const& key) {
  if (key.path.empty()) return key.root;
  return key.root.ends_with('/') ? key.root + key.path : key.root + '/' + key.path;
}

bool crosses_mount(Error const& error) noexcept {
  return error.code == EXDEV;
}

Result<EnteredSession> enter_session(SessionKey const& key, Kinds const& kinds) {
  // The path to the session is the operator's, and may lead through directories that its owner cannot read.
  auto const place = answer_as_self([&]() -> Result<UniqueFd> {
    auto root = TRY(open_trusted_directory(key.root));
    return open_beneath(root.get(), key.path.empty() ? "." : key.path, O_PATH | O_DIRECTORY);
  });
  if (!place) return fail(crosses_mount(place.error()) ? on_another_mount(key) : place.error());
  return enter_session(place->get(), full_path(key), kinds);
}

} // namespace artifactd
