// rapidcheck generators of JSON texts: valid ones that use the whole grammar, and valid ones with small
// damage.
#pragma once

#include <rapidcheck.h>
#include <string>

namespace artifactd::json {

/// A valid document of up to some thousand bytes, with unusual spacing, escapes and numbers.
rc::Gen<std::string> sound_text();

/// The same with an object or an array at the root.
rc::Gen<std::string> sound_object();
rc::Gen<std::string> sound_array();

/// A valid document in which up to four bytes or tokens were inserted, removed or replaced.
rc::Gen<std::string> damaged_text();

} // namespace artifactd::json
