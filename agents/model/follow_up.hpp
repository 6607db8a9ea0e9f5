// The requests that follow a reply that broke its contract: repair it, or answer again. Both begin with the
// original request, byte for byte, so that the endpoint's cache can serve it.
#pragma once

#include "agents/model/model.hpp"

#include <span>

namespace artifactd::model {

/// The most faults listed in one prompt, and the most bytes of each; the rest are only counted.
inline constexpr std::size_t most_faults_told = 20;
inline constexpr std::size_t longest_fault_told = 400;

/// Bytes; a longer reply is cheaper to ask for again than to send back.
inline constexpr std::size_t longest_repaired = std::size_t{256} << 10;

/// Whether a reply can be repaired: it is not blank and can be sent back.
[[nodiscard]] bool is_repairable(std::string_view reply);

/// The conversation with the reply, and the faults to correct in it.
[[nodiscard]] Request repair_request(Request original, std::string reply,
                                     std::span<std::string const> faults);

/// The same question, with the faults of the earlier answers.
[[nodiscard]] Request retry_request(Request original, std::span<std::string const> faults);

} // namespace artifactd::model
