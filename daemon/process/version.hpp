// The release this program belongs to (the version of the project in CMakeLists.txt; a test compares them)
// and the commit it was built from.
#pragma once

#include <string_view>

namespace artifactd {

inline constexpr std::string_view version_text = "0.1.0";

/// The commit, with "-dirty" if files differ from it; "unknown" outside of a repository. Only programs are
/// linked with it: libraries would be rebuilt with each commit.
extern char const* const commit_text;

} // namespace artifactd
