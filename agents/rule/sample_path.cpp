#include "agents/rule/sample_path.hpp"

#include <algorithm>

namespace artifactd::extraction {

namespace {

std::string slashed(std::string_view path) {
  std::string result(path);
  std::ranges::replace(result, '\\', '/');
  return result;
}

std::string joined_parts(std::string_view path) {
  std::string parts;
  for (char const c : path)
    if (c != '/' || (!parts.empty() && parts.back() != '/')) parts += c;
  if (parts.ends_with('/')) parts.pop_back();
  return parts;
}

} // namespace

std::optional<SamplePath> sample_path(std::string_view given, std::string_view root) {
  SamplePath path{std::string(given), slashed(given), {}, {}};
  path.parts = joined_parts(path.full);
  path.relative = path.parts;
  if (path.parts.empty()) return std::nullopt;
  if (root.empty()) return path;
  auto const top = slashed(root);
  bool const absolute = path.full.starts_with('/');
  if (absolute != top.starts_with('/')) return absolute ? std::nullopt : std::optional(path);
  auto const above = joined_parts(top);
  if (above.empty()) return path;
  if (!path.parts.starts_with(above + '/')) return std::nullopt;
  path.relative.erase(0, above.size() + 1);
  return path;
}

std::vector<std::string_view> components_of(std::string_view parts) {
  std::vector<std::string_view> all;
  while (true) {
    auto const end = parts.find('/');
    all.push_back(parts.substr(0, end));
    if (end == std::string_view::npos) return all;
    parts.remove_prefix(end + 1);
  }
}

std::optional<std::string_view> segment(std::string_view parts, std::int64_t index) {
  auto const count = 1 + std::ranges::count(parts, '/');
  if (index < 0) index += index < -count ? 0 : count;
  if (index < 0 || index >= count) return std::nullopt;
  for (; index > 0; --index)
    parts.remove_prefix(parts.find('/') + 1);
  return parts.substr(0, parts.find('/'));
}

} // namespace artifactd::extraction
