#include "agents/turn/content/card.hpp"
#include "state/platform/digest.hpp"

#include <fmt/core.h>

namespace artifactd::turn {

namespace {

constexpr std::size_t longest_slug = 48;

/// ASCII letters and digits, with a hyphen for each run of other characters; a name without any becomes its
/// digest.
std::string plain_slug(std::string_view name) {
  std::string id;
  for (char c : name) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'))
      id += c;
    else if (!id.empty() && !id.ends_with('-'))
      id += '-';
    if (id.size() == longest_slug) break;
  }
  while (id.ends_with('-'))
    id.pop_back();
  return id.empty() ? "c-" + hex(sha256(name)).substr(0, 12) : id;
}

} // namespace

std::string slug(std::string_view name, std::function<bool(std::string_view id)> const& taken) {
  auto const plain = plain_slug(name);
  auto const free = [&](std::string const& id) { return is_document_id(id) && !(taken && taken(id)); };
  auto id = plain;
  for (unsigned n = 2; !free(id); ++n)
    id = fmt::format("{}-{}", plain, n);
  return id;
}

} // namespace artifactd::turn
