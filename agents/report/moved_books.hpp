// The books of plays and reports, after the sessions they speak of have moved.
#pragma once

#include "state/database/moved_paths.hpp"

namespace artifactd::report {

/// Fault::unsupported for a book of a newer layout, which is left alone.
Result<void> move_play_book(std::string const& path, std::vector<sqlite::PathMove> const& moves);
Result<void> move_report_book(std::string const& path, std::vector<sqlite::PathMove> const& moves);

} // namespace artifactd::report
