// jq's `*` over JSON texts, at byte level: objects merge recursively, anything else is replaced by the later
// value. Values stay as written (numbers, escapes, white space inside them); only objects that occur on both
// sides are rebuilt, keys in order of first appearance.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace artifactd {

/// `values` are accepted JSON texts without surrounding white space, at least one, no duplicate keys, nested
/// no deeper than the artifact limit. A single value is returned unchanged.
[[nodiscard]] std::string raw_merge(std::span<std::string_view const> values);

} // namespace artifactd
