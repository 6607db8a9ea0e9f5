// Changes single values in a JSON text: everything else keeps its bytes, and additions are laid out like
// their neighbours. Several changes of one text are made together, from nodes of the original text.
#pragma once

#include "state/json/tree.hpp"
#include "state/platform/result.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace artifactd::json {

/// Replaces the bytes in [begin, end) with `with`.
struct Splice {
  std::size_t begin;
  std::size_t end;
  std::string with;
};

/// Replaces the node's value with `value` (JSON).
[[nodiscard]] Splice replacement(std::string_view text, JsonNode const& node, std::string_view value);
/// Adds a member after the last one of an object that has none of that name.
[[nodiscard]] Splice added_member(std::string_view text, JsonNode const& object, std::string_view key,
                                  std::string_view value);
/// Adds an element at the end of a list.
[[nodiscard]] Splice added_element(std::string_view text, JsonNode const& array, std::string_view value);
/// Inserts an element before this element of a list.
[[nodiscard]] Splice inserted_element(std::string_view text, JsonNode const& before, std::string_view value);
/// Removes a member or element, with its key and one comma. At most one removal per container.
[[nodiscard]] Splice removal(std::string_view text, JsonNode const& node);

/// The decoded steps of an RFC 6901 pointer; Fault::invalid if the pointer is invalid.
Result<std::vector<std::string>> pointer_steps(std::string_view pointer);
/// The value the steps lead to, or null.
[[nodiscard]] JsonNode const* find_at(JsonNode const& root, std::vector<std::string> const& steps);
/// `text` with `value` at that place, whether or not a value was there; "-" after a list appends. Does not
/// create objects on the way: Fault::invalid says where the path ends. Both texts are valid JSON.
Result<std::string> with_value(std::string_view text, std::vector<std::string> const& steps,
                               std::string_view value);

/// Applies the splices to `text`. Several additions to one container are all applied, in order.
[[nodiscard]] std::string spliced(std::string_view text, std::vector<Splice> splices);

} // namespace artifactd::json
