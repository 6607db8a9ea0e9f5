// rapidcheck generators of JSON texts: sound ones that use the whole grammar, and sound ones with small
// damage.
#pragma once

#include <rapidcheck.h>
#include <string>

namespace artifactd::json {

/// A sound document of up to some thousand bytes, with odd spacing, escapes and numbers.
rc::Gen<std::string> sound_text();

/// The same with an object or an array outermost.
rc::Gen<std::string> sound_object();
rc::Gen<std::string> sound_array();

/// A sound document in which up to four bytes or tokens were put in, taken out or replaced.
rc::Gen<std::string> damaged_text();

} // namespace artifactd::json
