// A fault that shows in a play and that the rules of its game lead to, handed to the editor without a person.
#pragma once

#include "agents/report/play_book.hpp"
#include "merge/game/game.hpp"
#include "state/names.hpp"
#include "state/session.hpp"

#include <string>
#include <vector>

namespace artifactd {
class Claim;
}

namespace artifactd::report {

/// Twelve digits of a digest: an id that people type, and a part of names.
[[nodiscard]] std::string short_digest(std::string_view text);

/// One for all files.
[[nodiscard]] std::string digest_of_files(std::vector<game::GameFile> const& files);

/// Drops an edit of the agent's artifacts, which have that digest: once for them and the fault, and not too
/// often a day. Its name; empty where none was dropped, and the fault is left to a person. Takes the claim.
Result<std::string> repair_play(Session const& session, PlayBook& book, PlayIssue const& issue,
                                Name const& agent, std::string const& artifacts);

/// Asks for an edit as everybody does. One with that name that a person has to look at stays as it is.
Result<void> drop_edit(Claim const& claim, Session const& session, std::string const& edit, Name const& agent,
                       std::vector<std::string> const& errors);

} // namespace artifactd::report
