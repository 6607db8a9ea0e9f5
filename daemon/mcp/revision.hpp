// The revisions of the Model Context Protocol that are spoken here, and how they differ.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace artifactd::mcp {

/// In the order of their dates.
enum class Revision : std::uint8_t { of_2025_03_26, of_2025_06_18, of_2025_11_25 };

inline constexpr auto latest_revision = Revision::of_2025_11_25;

[[nodiscard]] std::string_view word_of(Revision revision) noexcept;

/// The one that was asked for if it is spoken here, else the latest: the client then decides whether to go
/// on.
[[nodiscard]] Revision negotiated(std::string_view asked) noexcept;

/// std::nullopt if it is not spoken here.
[[nodiscard]] std::optional<Revision> revision_of(std::string_view word) noexcept;

/// Several messages in one line.
[[nodiscard]] constexpr bool has_batches(Revision revision) noexcept {
  return revision == Revision::of_2025_03_26;
}

/// `structuredContent`, `outputSchema` and `title` of tools.
[[nodiscard]] constexpr bool has_structure(Revision revision) noexcept {
  return revision >= Revision::of_2025_06_18;
}

/// An error about a message whose id could not be read has no id. Before, it was null, as in JSON-RPC.
[[nodiscard]] constexpr bool leaves_out_unknown_ids(Revision revision) noexcept {
  return revision >= Revision::of_2025_11_25;
}

} // namespace artifactd::mcp
