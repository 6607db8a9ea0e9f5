// One text for all JSON texts that mean the same: no white space, keys sorted, strings decoded, numbers as
// exact decimals (1.10, 1.1 and 11e-1 are one; nothing is rounded). For comparing content, never for writing
// it.
//
// And the same with the eyes of a tool that reads JSON and writes it again: what such a tool may have made
// one from the other is one. For noticing overwrites only, never for deciding what is published.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace artifactd {

/// `value` is an accepted JSON text without white space around it, nested at most 256 deep.
[[nodiscard]] std::string canonical(std::string_view value);

/// An exact decimal without redundant digits: "11e-1" for 1.10; "0" for every zero. Exponents beyond 60 bits
/// are left as written.
[[nodiscard]] std::string canonical_number(std::string_view number);

/// Of duplicate keys the last counts, and numbers are the IEEE doubles nearest to them; beyond the largest
/// double they are the largest. Equal decimals are therefore equal here, too.
[[nodiscard]] std::string canonical_as_read(std::string_view value);

/// Whether a tool's reading and writing may have made one value from the other; nothing stands for no value.
[[nodiscard]] bool same_as_read(std::optional<std::string_view> a, std::optional<std::string_view> b);

} // namespace artifactd
