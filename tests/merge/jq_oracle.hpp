// What jq says: the reference for merging and for comparing, called through libjq and not through the code
// under test.
#pragma once

#include <string>
#include <string_view>

namespace artifactd::test {

/// The one output of `program` over `input`, as compact JSON. Throws where there is none.
[[nodiscard]] std::string jq(std::string const& program, std::string_view input);

/// Whether two texts are one value to jq.
[[nodiscard]] bool jq_equal(std::string_view a, std::string_view b);

} // namespace artifactd::test
