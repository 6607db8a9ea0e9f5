// One text for all JSON texts with the same meaning: no white space, keys sorted, strings decoded, numbers as
// exact decimals (1.10, 1.1 and 11e-1 are equal; nothing is rounded). For comparing content, never for
// writing it.
//
// The as_read functions compare as a tool sees it that reads JSON and writes it again: two values are equal
// if such a tool may have made one from the other. For noticing overwrites only, never for deciding what is
// published.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace artifactd {

/// `value` is an accepted JSON text without surrounding white space, nested at most 256 deep.
[[nodiscard]] std::string canonical(std::string_view value);

/// An exact decimal without redundant digits: "11e-1" for 1.10; "0" for every zero. Exponents beyond 60 bits
/// are left as written.
[[nodiscard]] std::string canonical_number(std::string_view number);

/// The last of duplicate keys counts, and numbers become the nearest IEEE doubles, at most the largest
/// double. Equal decimals are therefore equal here, too.
[[nodiscard]] std::string canonical_as_read(std::string_view value);

/// Whether a tool's reading and writing may have made one value from the other; std::nullopt means no value.
[[nodiscard]] bool same_as_read(std::optional<std::string_view> a, std::optional<std::string_view> b);

} // namespace artifactd
