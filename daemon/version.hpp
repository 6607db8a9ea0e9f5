// The release this program belongs to: the version of the project in CMakeLists.txt, to which a test holds
// it.
#pragma once

#include <string_view>

namespace artifactd {

inline constexpr std::string_view version_text = "0.1.0";

} // namespace artifactd
