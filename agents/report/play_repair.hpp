// Submits a fault seen in a play to the editor, without a person, if the rules of its game lead to it.
#pragma once

#include "agents/report/play_book.hpp"
#include "merge/game/game.hpp"
#include "state/session/session.hpp"
#include "state/vocabulary/names.hpp"

#include <string>
#include <vector>

namespace artifactd {
class Claim;
}

namespace artifactd::report {

/// Twelve digits of a digest: an id short enough to type, and part of names.
[[nodiscard]] std::string short_digest(std::string_view text);

/// One digest for all files.
[[nodiscard]] std::string digest_of_files(std::vector<game::GameFile> const& files);

/// Submits an edit of the agent's artifacts, which have that digest: once for these artifacts and this fault,
/// and with a daily limit. Returns its name; empty if none was submitted and the fault is left to a person.
/// Takes the claim.
Result<std::string> repair_play(Session const& session, PlayBook& book, PlayIssue const& issue,
                                Name const& agent, std::string const& artifacts);

/// Submits an edit the usual way. An existing one of that name that waits for a person stays unchanged.
Result<void> drop_edit(Claim const& claim, Session const& session, std::string const& edit, Name const& agent,
                       std::vector<std::string> const& errors);

} // namespace artifactd::report
