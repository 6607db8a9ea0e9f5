// The required JSON type of a fragment.
#pragma once

#include "merge/game/fragment_address.hpp"
#include "state/json/tree.hpp"

#include <optional>
#include <string_view>

namespace artifactd::game {

/// A string for a phase, a list for a list of phases or metadata, an object otherwise; std::nullopt if any
/// type is allowed: for a field and for a whole artifact.
[[nodiscard]] std::optional<json::Type> type_of_fragment(FragmentAddress const& address) noexcept;

/// "a string", "a list", "an object"
[[nodiscard]] std::string_view type_in_words(json::Type type) noexcept;

/// Fault::invalid unless it is one JSON value of that type.
Result<void> check_fragment(FragmentAddress const& address, std::string_view fragment);

/// Fault::invalid if its own name differs: it would not be found again by that address.
Result<void> check_own_name(FragmentAddress const& address, JsonNode const& fragment);

} // namespace artifactd::game
