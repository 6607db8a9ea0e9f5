// Changes of single values in a JSON text: everything else keeps its bytes, and what is added is laid out as
// its neighbours are. Several changes of one text are made together, from nodes of the text as it was.
#pragma once

#include "state/json/tree.hpp"
#include "state/result.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace artifactd::json {

/// `with` in place of the bytes from `begin` to `end`.
struct Splice {
  std::size_t begin;
  std::size_t end;
  std::string with;
};

/// `value` (JSON) in place of the node's.
[[nodiscard]] Splice replacement(std::string_view text, JsonNode const& node, std::string_view value);
/// A member behind the last one of an object that has none of that name.
[[nodiscard]] Splice added_member(std::string_view text, JsonNode const& object, std::string_view key,
                                  std::string_view value);
/// An element behind the last one of a list.
[[nodiscard]] Splice added_element(std::string_view text, JsonNode const& array, std::string_view value);
/// An element before this one of a list.
[[nodiscard]] Splice inserted_element(std::string_view text, JsonNode const& before, std::string_view value);
/// Takes the node, its key and one comma away; it is a member or an element. Of one container one at a time.
[[nodiscard]] Splice removal(std::string_view text, JsonNode const& node);

/// The decoded steps of an RFC 6901 pointer; Fault::invalid when it is none.
Result<std::vector<std::string>> pointer_steps(std::string_view pointer);
/// The value they lead to, or null.
[[nodiscard]] JsonNode const* find_at(JsonNode const& root, std::vector<std::string> const& steps);
/// `text` with `value` there, whether something stood there or not; "-" behind a list appends. Objects on the
/// way are not made: Fault::invalid says where the way ends. Both texts are sound JSON.
Result<std::string> with_value(std::string_view text, std::vector<std::string> const& steps,
                               std::string_view value);

/// What is made of `text`. Several additions to one container all count, in their order.
[[nodiscard]] std::string spliced(std::string_view text, std::vector<Splice> splices);

} // namespace artifactd::json
