// A change of one value in one file, by its JSON pointer: three operations of RFC 6902, for files known only
// to be JSON. Everything outside the value keeps its bytes.
#pragma once

#include "state/platform/result.hpp"

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace artifactd::editor {

/// Bytes of a document that a patch may replace as a whole; in a larger one only parts may be replaced.
inline constexpr std::size_t longest_whole_replaced = 4096;

struct PointerPatch {
  enum class Op : std::uint8_t {
    add,     ///< a member, or an element before the one at that index ("-": after the last)
    remove,  ///< an existing value
    replace, ///< an existing value
  };
  Op op = Op::replace;
  std::string file;             ///< its name
  std::string pointer;          ///< RFC 6901; "" is the whole document
  std::string value = {};       ///< JSON; empty for remove
  std::string description = {}; ///< its purpose
  std::vector<std::string> errors_addressed = {};
  bool operator==(PointerPatch const&) const = default;
};

[[nodiscard]] std::optional<PointerPatch::Op> parse_patch_op(std::string_view word) noexcept;

/// `text` (valid JSON) with the patch applied. Fault::missing if there is nothing at the pointer, or nothing
/// to add to; Fault::too_large for a whole document beyond the limit, and if the result would be nested
/// deeper than 256 brackets; Fault::invalid for an invalid pointer or value.
Result<std::string> patched(std::string_view text, PointerPatch const& patch);

/// {file, op, pointer, value, description, errorsAddressed}
[[nodiscard]] nlohmann::ordered_json to_json(PointerPatch const& patch);

} // namespace artifactd::editor
