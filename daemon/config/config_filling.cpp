#include "daemon/config/config_filling.hpp"

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

/// The known key that was probably meant: one spelled similarly, or the same word in another section.
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

bool Filling::refuse(std::string message, std::string suggestion) {
  reading_.fault(node_->source(), key_, std::move(message), std::move(suggestion));
  return false;
}

bool Filling::take(std::string& value, TextRule) {
  auto text = node_->value_exact<std::string>();
  if (!text) return refuse("has to be a string in quotes");
  if (text->find('\0') != text->npos) return refuse("holds a NUL byte");
  value = *text;
  return true;
}

bool Filling::take(std::string& value, PathRule const& rule) {
  std::string text;
  if (!take(text, TextRule{})) return false;
  text = with_home(std::move(text));
  if (!text.starts_with('/') && !(text.empty() && rule.may_be_empty))
    return refuse("has to be an absolute path, or one that starts with ~/");
  value = std::move(text);
  return true;
}

bool Filling::take(std::uint64_t& value, SizeRule const& rule) {
  std::optional<std::uint64_t> size;
  if (auto text = node_->value_exact<std::string>())
    size = parse_size(*text);
  else if (auto number = node_->value_exact<std::int64_t>(); number && *number >= 0)
    size = static_cast<std::uint64_t>(*number);
  if (!size) return refuse("has to be a size: bytes, or a string such as \"64KiB\" (B, KiB, MiB, GiB, TiB)");
  if (*size < rule.least || *size > rule.most)
    return refuse(fmt::format("has to be from {} to {}", size_text(rule.least), size_text(rule.most)));
  value = *size;
  return true;
}

bool Filling::take(Duration& value, DurationRule const& rule) {
  auto text = node_->value_exact<std::string>();
  auto duration = text ? parse_duration(*text) : std::nullopt;
  if (!duration)
    return refuse("has to be a duration with its unit, such as \"5s\" (ns, us, ms, s, m or min, h, d)");
  if (*duration < rule.least || *duration > rule.most)
    return refuse(
        fmt::format("has to be from {} to {}", duration_text(rule.least), duration_text(rule.most)));
  value = *duration;
  return true;
}

bool Filling::take(std::optional<VersionRange>& value, VersionRule) {
  auto number = node_->value_exact<std::int64_t>();
  auto text = number ? std::to_string(*number) : node_->value_exact<std::string>().value_or("");
  return accept(value, parse_version_range(text),
                "has to be a version such as 2, or a range: \"1..2\", \"2..\", \"..2\"");
}

} // namespace artifactd
