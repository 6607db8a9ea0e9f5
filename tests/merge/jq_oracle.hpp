// jq's answers: the reference for merging and comparing, called through libjq without the code under test.
#pragma once

#include <string>
#include <string_view>

namespace artifactd::test {

/// The single output of `program` for `input`, as compact JSON. Throws if there is none.
[[nodiscard]] std::string jq(std::string const& program, std::string_view input);

/// Whether two texts are the same value to jq.
[[nodiscard]] bool jq_equal(std::string_view a, std::string_view b);

} // namespace artifactd::test
