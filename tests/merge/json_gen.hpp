// Generated JSON for properties: values that jq preserves exactly, and arbitrary texts of each value, with
// different white space, escapes, key orders and number forms.
#pragma once

#include <rapidcheck.h>
#include <string>

namespace artifactd::test {

/// Written plainly, with few keys and scalars, so that generated values have much in common.
[[nodiscard]] rc::Gen<std::string> any_value(int depth = 3);

/// A strict JSON text of the value `plain`, without white space around it.
[[nodiscard]] rc::Gen<std::string> spelling_of(std::string const& plain);

/// Texts of generated objects.
[[nodiscard]] rc::Gen<std::string> any_object_text(int depth = 3);

} // namespace artifactd::test
