#include "watchers/session_key.hpp"

namespace artifactd {

std::string full_path(SessionKey const& key) {
  if (key.path.empty()) return key.root;
  return key.root.ends_with('/') ? key.root + key.path : key.root + '/' + key.path;
}

Result<UniqueFd> open_session(SessionKey const& key) {
  auto root = TRY(open_trusted_directory(key.root));
  if (key.path.empty()) return root;
  return open_directory(root.get(), key.path);
}

} // namespace artifactd
