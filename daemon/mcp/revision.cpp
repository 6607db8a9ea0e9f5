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

Revision negotiated(std::string_view asked) noexcept {
  auto const found = std::ranges::find(revision_words, asked);
  return found == revision_words.end() ? latest_revision
                                       : static_cast<Revision>(found - revision_words.begin());
}

} // namespace artifactd::mcp
