// Changes of single members in the text of a tuning state. Every other byte stays as it is: members nobody
// here knows, their order, white space and the way numbers are written.
#pragma once

#include "state/result.hpp"

#include <string>
#include <string_view>

namespace artifactd::tuning {

/// Sets the member or element at `path` to `value` (JSON text). A path is an RFC 6901 pointer
/// ("/diagnosis/context"), or names with dots between ("diagnosis.context"); "-" behind an array appends.
/// Members that are missing are made, objects on the way are not. Fault::invalid says what is wrong with path
/// or value.
Result<std::string> set_member(std::string_view text, std::string_view path, std::string_view value);

/// Merges `update` (a JSON object) into the state: objects member by member, everything else replaces what is
/// there, null too. A name with a dot is Fault::invalid, with the form that is meant.
Result<std::string> merge_update(std::string_view text, std::string_view update);

} // namespace artifactd::tuning
