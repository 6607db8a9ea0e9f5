#include "daemon/mcp/revision.hpp"

#include <algorithm>
#include <array>

namespace artifactd::mcp {

namespace {

constexpr std::array<std::string_view, 3> revision_words = {"2025-03-26", "2025-06-18", "2025-11-25"};

} // namespace

std::string_view word_of(Revision revision) noexcept {
  return revision_words[static_cast<std::size_t>(revision)];
}

std::optional<Revision> revision_of(std::string_view word) noexcept {
  auto const found = std::ranges::find(revision_words, word);
  if (found == revision_words.end()) return std::nullopt;
  return static_cast<Revision>(found - revision_words.begin());
}

Revision negotiated(std::string_view asked) noexcept {
  return revision_of(asked).value_or(latest_revision);
}

} // namespace artifactd::mcp
