// Changes of single members in the text of a tuning state. Every other byte stays as it is: unknown members,
// their order, white space and number formatting.
#pragma once

#include "state/platform/result.hpp"

#include <string>
#include <string_view>

namespace artifactd::tuning {

/// Fault::invalid if no state could have anything at such a path (see set_member).
Result<void> check_path(std::string_view path);

/// Fault::invalid unless it is a JSON object.
Result<void> check_update(std::string_view update);

/// Sets the member or element at `path` to `value` (JSON text). A path is an RFC 6901 pointer
/// ("/diagnosis/context"), or dotted names ("diagnosis.context"); "-" after an array appends. Missing members
/// are created, missing parent objects are not. Fault::invalid says what is wrong with path or value.
Result<std::string> set_member(std::string_view text, std::string_view path, std::string_view value);

/// Merges `update` (a JSON object) into the state: objects member by member; every other value, including
/// null, replaces what is there. A name with a dot is Fault::invalid, with the form that is meant.
Result<std::string> merge_update(std::string_view text, std::string_view update);

} // namespace artifactd::tuning
