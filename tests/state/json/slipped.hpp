// A rapidcheck generator of JSON texts with the slips of people used to other notations.
#pragma once

#include <cstddef>
#include <ostream>
#include <rapidcheck.h>
#include <string>

namespace artifactd::json {

struct SlippedText {
  std::string sound;     ///< strict, without duplicate keys
  std::string slipped;   ///< the same value, with slips in any place
  std::size_t slips = 0; ///< how many repairs it needs
};

std::ostream& operator<<(std::ostream& out, SlippedText const& text);

rc::Gen<SlippedText> slipped_text();

} // namespace artifactd::json
