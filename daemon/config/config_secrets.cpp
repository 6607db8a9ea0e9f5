#include "daemon/config/config_secrets.hpp"

#include <algorithm>
#include <array>
#include <cctype>

namespace artifactd {

namespace {

/// Whether it is `word`, or ends in it after a dash or the like.
bool ends_in(std::string_view name, std::string_view word) {
  if (!name.ends_with(word)) return false;
  return name.size() == word.size() ||
         std::isalnum(static_cast<unsigned char>(name[name.size() - word.size() - 1])) == 0;
}

/// Of a variable, an option, a parameter or a header.
bool names_secret(std::string_view name) {
  constexpr std::array<std::string_view, 8> words = {"key",        "token",      "secret",        "passw",
                                                     "passphrase", "credential", "authorization", "bearer"};
  constexpr std::array<std::string_view, 3> last_words = {"pwd", "pass", "auth"};
  if (name == "PWD") return false; // the shell's working directory
  std::string lower(name);
  std::ranges::transform(lower, lower.begin(), [](unsigned char c) { return std::tolower(c); });
  if (lower.starts_with("--no-") || lower.ends_with("file") || lower.ends_with("path")) return false;
  return std::ranges::any_of(words, [&](std::string_view word) { return lower.contains(word); }) ||
         std::ranges::any_of(last_words, [&](std::string_view word) { return ends_in(lower, word); });
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

constexpr auto around_words = " \t\n'\"";

std::string_view last_word(std::string_view text) {
  text = text.substr(0, text.find_last_not_of(around_words) + 1);
  return text.substr(text.find_last_of(around_words) + 1);
}

/// NAME=SECRET, NAME: SECRET, and --header=NAME: SECRET
void clean_named(std::string& value, std::string_view mask) {
  std::size_t begin = 0;
  for (;;) {
    auto const at = value.find_first_of("=:", begin);
    if (at == value.npos) return;
    if (names_secret(last_word(std::string_view(value).substr(begin, at - begin))))
      return void(value.replace(at + 1, value.npos, mask));
    auto const is_url = std::string_view(value).substr(at).starts_with("://");
    begin = is_url ? std::min(value.find_first_of(around_words, at), value.size()) : at + 1;
  }
}

/// Where USER:PASSWORD begins, of an option of curl's that is in `before` or in `value` itself; npos:
/// nowhere.
std::size_t begin_of_user(std::string_view value, std::string_view before) {
  if (before == "-u" || before == "--user" || before == "--proxy-user") return 0;
  for (std::string_view const option : {"--user=", "--proxy-user=", "-u"})
    if (value.starts_with(option)) return option.size();
  return value.npos;
}

} // namespace

bool may_hold_secret(std::string_view key) {
  auto const name = key.substr(key.rfind('.') + 1);
  return key == "turn.database" || name == "base_url" || name == "proxy" || name.ends_with(']');
}

std::string without_secret(std::string value, std::string_view before, std::string_view mask) {
  if (before.starts_with('-') && !before.contains('=') && names_secret(before) && !value.starts_with('-'))
    return std::string(mask);
  if (auto const at = begin_of_user(value, before); at != value.npos)
    if (auto const colon = value.find(':', at); colon != value.npos)
      return value.substr(0, colon + 1) + std::string(mask);
  clean_user(value, mask);
  clean_parameters(value, mask);
  clean_named(value, mask);
  return value;
}

} // namespace artifactd
