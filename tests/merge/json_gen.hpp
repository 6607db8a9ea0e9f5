// Generated JSON for properties: values that jq keeps exactly, and for each value any of the texts that spell
// it, with white space, escapes, key orders and number forms of all sorts.
#pragma once

#include <rapidcheck.h>
#include <string>

namespace artifactd::test {

/// Plainly written. Few keys and few scalars, so that generated values have much in common.
[[nodiscard]] rc::Gen<std::string> any_value(int depth = 3);

/// A strict JSON text of what `plain` says, without white space around it.
[[nodiscard]] rc::Gen<std::string> spelling_of(std::string const& plain);

/// Spellings of generated objects.
[[nodiscard]] rc::Gen<std::string> any_object_text(int depth = 3);

} // namespace artifactd::test
