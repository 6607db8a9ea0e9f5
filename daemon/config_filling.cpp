#include "daemon/config_filling.hpp"

#include <algorithm>
#include <cstdlib>

namespace artifactd {

std::string with_home(std::string path) {
  char const* home = std::getenv("HOME");
  if (path.starts_with("~/") && home != nullptr) return home + path.substr(1);
  return path;
}

std::string in_list(std::vector<std::string> const& words) {
  std::string list;
  for (auto const& word : words)
    list += fmt::format("{}\"{}\"", list.empty() ? "" : ", ", word);
  return list;
}

namespace {

std::string last_part(std::string const& key) {
  return key.substr(key.rfind('.') + 1);
}

/// The known key somebody meant: one spelled alike, or the same word in another section.
std::string meant(std::string const& key, std::vector<std::string> const& known) {
  if (auto alike = nearest(key, known); !alike.empty()) return alike;
  for (auto const& candidate : known)
    if (last_part(candidate) == last_part(key)) return candidate;
  return {};
}

} // namespace

void check_keys(Reading& reading, toml::table const& table, std::string const& prefix,
                std::vector<std::string> const& known) {
  for (auto const& [key, node] : table) {
    auto full = prefix + std::string(key.str());
    if (std::ranges::find(known, full) != known.end()) continue;
    auto section = std::ranges::any_of(known, [&](auto const& k) { return k.starts_with(full + "."); });
    if (auto const* inner = node.as_table(); section && inner != nullptr)
      check_keys(reading, *inner, full + ".", known);
    else if (section)
      reading.fault(key.source(), full, fmt::format("is a section: write [{}]", full));
    else
      reading.fault(key.source(), full, "unknown key", meant(full, known));
  }
}

} // namespace artifactd
