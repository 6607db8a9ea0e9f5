// One text for all JSON texts that mean the same: no white space, keys sorted, strings decoded, numbers as
// exact decimals (1.10, 1.1 and 11e-1 are one; nothing is rounded). For comparing content, never for writing
// it.
#pragma once

#include <string>
#include <string_view>

namespace artifactd {

/// `value` is an accepted JSON text without white space around it, nested at most 256 deep.
[[nodiscard]] std::string canonical(std::string_view value);

/// An exact decimal without redundant digits: "11e-1" for 1.10; "0" for every zero. Exponents beyond 60 bits
/// are left as written.
[[nodiscard]] std::string canonical_number(std::string_view number);

} // namespace artifactd
