// The release this program belongs to, which is the version of the project in CMakeLists.txt (a test
// compares), and what it was built from.
#pragma once

#include <string_view>

namespace artifactd {

inline constexpr std::string_view version_text = "0.1.0";

/// The commit, with "-dirty" where files differ from it; "unknown" outside of a repository. Programs are
/// linked with it, libraries are not: those it would build again with each commit.
extern char const* const commit_text;

} // namespace artifactd
