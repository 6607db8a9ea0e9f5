#include "daemon/api/session_ids.hpp"

#include "daemon/queries/stuck.hpp"

#include <algorithm>
#include <filesystem>
#include <fmt/core.h>
#include <nettle/base64.h>

namespace artifactd {

namespace {

/// The last part of the path, with "_" for characters that a URL would escape.
std::string plain_name(std::string const& path) {
  auto name = std::filesystem::path(path).lexically_normal();
  auto last = name.has_filename() ? name.filename().string() : name.parent_path().filename().string();
  for (auto& each : last)
    if (!((each >= 'A' && each <= 'Z') || (each >= 'a' && each <= 'z') || (each >= '0' && each <= '9') ||
          each == '-' || each == '_' || each == '.'))
      each = '_';
  return last.empty() || last == "." || last == ".." ? "root" : last;
}

std::string last_part(std::string const& path) {
  return path.substr(path.rfind('/') + 1);
}

} // namespace

std::string base64url(std::string_view bytes) {
  base64_encode_ctx context{};
  ::base64url_encode_init(&context);
  std::string text(BASE64_ENCODE_LENGTH(bytes.size()) + BASE64_ENCODE_FINAL_LENGTH, '\0');
  auto size = ::base64_encode_update(&context, text.data(), bytes.size(),
                                     reinterpret_cast<std::uint8_t const*>(bytes.data()));
  size += ::base64_encode_final(&context, text.data() + size);
  text.resize(size);
  return text.substr(0, text.find('=')); // an id needs no padding
}

std::vector<std::string> root_names(std::vector<RootConfig> const& roots) {
  std::vector<std::string> names;
  for (auto const& root : roots) {
    auto const plain = plain_name(root.path);
    auto name = plain;
    for (unsigned number = 2; std::ranges::find(names, name) != names.end(); ++number)
      name = fmt::format("{}.{}", plain, number);
    names.push_back(std::move(name));
  }
  return names;
}

std::string session_id(std::vector<RootConfig> const& roots, SessionKey const& key) {
  auto const names = root_names(roots);
  for (std::size_t i = 0; i < roots.size(); ++i)
    if (roots[i].path == key.root) return names[i] + "~" + base64url(key.path);
  return {};
}

std::string id_of_path(std::vector<RootConfig> const& roots, std::string const& path) {
  for (auto const& root : roots)
    if (auto const key = key_below(root.path, root.depth, path)) return session_id(roots, *key);
  return {};
}

Result<SessionKey> find_session(Config const& config, std::string_view id) {
  std::vector<StuckRow> troubles;
  std::vector<SessionKey> named;
  for (auto const& key : all_sessions(config, troubles)) {
    if (session_id(config.roots, key) == id) return key;
    if (last_part(full_path(key)) == id) named.push_back(key);
  }
  if (named.size() == 1) return named.front();
  if (named.empty()) return fail(Fault::missing, "there is no such session");
  std::string candidates;
  for (auto const& each : named)
    candidates += (candidates.empty() ? "" : ", ") + session_id(config.roots, each);
  return fail(Fault::exists, fmt::format("several sessions have this name: {}", candidates));
}

} // namespace artifactd
