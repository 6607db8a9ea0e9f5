#include "agents/turn/rules/state_path.hpp"

#include "agents/turn/limits.hpp"
#include "state/json/edit.hpp"
#include "state/json/place.hpp"

#include <algorithm>
#include <fmt/core.h>

namespace artifactd::turn {

namespace {

StatePath dotted_steps(std::string_view text) {
  StatePath path;
  for (std::size_t at = 0; at <= text.size();) {
    auto const end = std::min(text.find('.', at), text.size());
    path.emplace_back(text.substr(at, end - at));
    at = end + 1;
  }
  return path;
}

bool needs_pointer(std::string const& name) {
  return name.empty() || name.find_first_of("./") != std::string::npos;
}

} // namespace

Result<StatePath> parse_path(std::string_view text) {
  if (text.empty()) return fail(Fault::invalid, "a path names a member of the state, such as \"a.b\"");
  if (text.size() > longest_state_text)
    return fail(Fault::too_large, fmt::format("a path has at most {} bytes", longest_state_text));
  bool const is_pointer = text.front() == '/';
  auto path = is_pointer ? TRY(json::pointer_steps(text)) : dotted_steps(text);
  if (path.size() > deepest_state)
    return fail(Fault::too_large, fmt::format("a path has at most {} names", deepest_state));
  if (!is_pointer && std::ranges::any_of(path, &std::string::empty))
    return fail(Fault::invalid, "a name between the dots is empty: write a path as \"a.b\" or \"/a/b\"");
  return path;
}

std::string path_text(StatePath const& path) {
  bool const as_pointer = std::ranges::any_of(path, needs_pointer);
  std::string text;
  for (auto const& name : path)
    text += as_pointer ? json::pointer_step(name) : (text.empty() ? "" : ".") + name;
  return text;
}

bool covers(StatePath const& outer, StatePath const& inner) noexcept {
  return outer.size() <= inner.size() && std::equal(outer.begin(), outer.end(), inner.begin());
}
} // namespace artifactd::turn
