// What a report asks for, as far as its words alone show: a change of the rules, or an answer.
#pragma once

#include <string_view>

namespace artifactd::report {

struct MessageWords {
  bool wishes = false;  ///< names a change of the rules: "we should be able to …"
  bool asks = false;    ///< wants to know something: "why …"
  bool accuses = false; ///< says that the rules themselves are wrong: "always", "it is a bug"
  bool claims = false;  ///< says what a value should be now: "my score should be 15, not 10"
};

[[nodiscard]] MessageWords words_of(std::string_view message);

} // namespace artifactd::report
