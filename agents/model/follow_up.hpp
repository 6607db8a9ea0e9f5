// What a model is asked after a reply that broke its contract: to repair it, or to answer anew. The request
// as it was comes first in both, byte for byte, so that an endpoint's cache serves it.
#pragma once

#include "agents/model/model.hpp"

#include <span>

namespace artifactd::model {

/// Faults told in one prompt, and bytes of each; of the rest there is only the number.
inline constexpr std::size_t most_faults_told = 20;
inline constexpr std::size_t longest_fault_told = 400;

/// A longer reply costs less asked afresh than sent back.
inline constexpr std::size_t longest_repaired = std::size_t{256} << 10;

/// Whether a reply is worth repairing: there is something, and it can be sent back.
[[nodiscard]] bool is_repairable(std::string_view reply);

/// The conversation with the reply, and what is to be corrected in it.
[[nodiscard]] Request repair_request(Request original, std::string reply,
                                     std::span<std::string const> faults);

/// The same question, and what earlier answers were refused for.
[[nodiscard]] Request retry_request(Request original, std::span<std::string const> faults);

} // namespace artifactd::model
