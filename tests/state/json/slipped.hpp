// A rapidcheck generator of JSON texts as hands used to other notations write them.
#pragma once

#include <cstddef>
#include <ostream>
#include <rapidcheck.h>
#include <string>

namespace artifactd::json {

struct SlippedText {
  std::string sound;     ///< strict, no key twice
  std::string slipped;   ///< the same value, with slips wherever there may be one
  std::size_t slips = 0; ///< how many mendings that takes
};

std::ostream& operator<<(std::ostream& out, SlippedText const& text);

rc::Gen<SlippedText> slipped_text();

} // namespace artifactd::json
