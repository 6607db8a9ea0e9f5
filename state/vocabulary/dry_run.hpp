// Whether an action is only tried.
#pragma once

namespace artifactd {

enum class DryRun : bool { no, yes }; ///< yes: report what would happen, change nothing

} // namespace artifactd
