// A change of one value in one file, by its JSON pointer: three operations of RFC 6902, for files of which
// nothing is known but that they are JSON. Everything outside the value keeps its bytes.
#pragma once

#include "state/result.hpp"

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace artifactd::editor {

/// Bytes of a document that a patch may replace as a whole; of a larger one the parts that are wrong.
inline constexpr std::size_t longest_whole_replaced = 4096;

struct PointerPatch {
  enum class Op : std::uint8_t {
    add,     ///< a member, or an element before the one of that index ("-": behind the last)
    remove,  ///< what is there
    replace, ///< what is there
  };
  Op op = Op::replace;
  std::string file;             ///< its name
  std::string pointer;          ///< RFC 6901; "" is the whole document
  std::string value = {};       ///< JSON; empty of a removal
  std::string description = {}; ///< what it is for
  std::vector<std::string> errors_addressed = {};
  bool operator==(PointerPatch const&) const = default;
};

[[nodiscard]] std::optional<PointerPatch::Op> parse_patch_op(std::string_view word) noexcept;

/// `text` (sound JSON) with the patch carried out. Fault::missing when there is nothing at the pointer, or
/// nothing to add to; Fault::too_large for a whole document beyond the limit, and for what would be nested
/// deeper than 256 brackets; Fault::invalid for what is no pointer or no value.
Result<std::string> patched(std::string_view text, PointerPatch const& patch);

/// {file, op, pointer, value, description, errorsAddressed}
[[nodiscard]] nlohmann::ordered_json to_json(PointerPatch const& patch);

} // namespace artifactd::editor
