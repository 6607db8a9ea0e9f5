#include "daemon/config/config_secrets.hpp"

#include <algorithm>
#include <array>
#include <cctype>

namespace artifactd {

namespace {

/// Of a variable, an option or a parameter.
bool names_secret(std::string_view name) {
  constexpr std::array<std::string_view, 7> words = {"key",        "token",         "secret", "passw",
                                                     "credential", "authorization", "bearer"};
  std::string lower(name);
  std::ranges::transform(lower, lower.begin(), [](unsigned char c) { return std::tolower(c); });
  if (lower.ends_with("file") || lower.ends_with("path")) return false;
  return std::ranges::any_of(words, [&](std::string_view word) { return lower.contains(word); });
}

/// scheme://user:PASSWORD@host
void clean_user(std::string& url, std::string_view mask) {
  auto const scheme = url.find("://");
  if (scheme == url.npos) return;
  auto const begin = scheme + 3;
  auto const end = std::min(url.find_first_of("/?#", begin), url.size());
  auto const at = url.rfind('@', end);
  auto const colon = url.find(':', begin);
  if (at == url.npos || at < begin || colon == url.npos || colon > at) return;
  url.replace(colon + 1, at - colon - 1, mask);
}

/// ?a=b&token=SECRET
void clean_parameters(std::string& url, std::string_view mask) {
  if (!url.contains("://")) return;
  for (auto at = url.find('?'); at != url.npos && at < url.size();) {
    auto const begin = at + 1;
    auto const end = std::min(url.find_first_of("&#", begin), url.size());
    auto const equals = url.find('=', begin);
    at = end == url.size() || url[end] == '#' ? url.npos : end;
    if (equals >= end || !names_secret(std::string_view(url).substr(begin, equals - begin))) continue;
    url.replace(equals + 1, end - equals - 1, mask);
    at = at == url.npos ? at : equals + 1 + mask.size();
  }
}

} // namespace

bool may_hold_secret(std::string_view key) {
  auto const name = key.substr(key.rfind('.') + 1);
  return key == "turn.database" || name == "base_url" || name == "proxy" || name.ends_with(']');
}

std::string without_secret(std::string value, std::string_view before, std::string_view mask) {
  if (before.starts_with('-') && !before.contains('=') && names_secret(before) && !value.starts_with('-'))
    return std::string(mask);
  if (before == "-u" || before == "--user" || before == "--proxy-user") // curl's, with USER:PASSWORD
    if (auto const colon = value.find(':'); colon != value.npos)
      return value.substr(0, colon + 1) + std::string(mask);
  clean_user(value, mask);
  clean_parameters(value, mask);
  auto const separator = value.find_first_of("=:");
  if (separator == value.npos || !names_secret(std::string_view(value).substr(0, separator))) return value;
  return value.substr(0, separator + 1) + std::string(mask);
}

} // namespace artifactd
