// Plays in few words, for tests: which game, what the players do, and what a host or somebody else did to the
// record.
#pragma once

#include "merge/play/record/record.hpp"
#include "tests/support/sketch.hpp"

namespace artifactd::play {

/// A scripted play:
///   "game": "duel"          of the corpus of sketches; "fault": one of its faults, "change": a change to it
///   "players": ["ada", "ben"]
///   "model": {"winnerId": "ada"}    what a model computes whenever it is asked for this
///   "draws": {"game.coin": "heads"} what is drawn
///   "script": what happens, transitions firing by themselves:
///     "ada pick {\"hand\": \"rock\"}"       an action
///     {"did": "ada pick {…}", "ops": […]}   a host gives it another effect
///     {"fired": "crown", "to": "finished", "ops": […]}  a host has a transition fire
///     {"failed": "ada pick {…}", "error": "…"}  a host refuses it
///     {"corrected": […]}, {"restart": 3}, {"model": {…}}, {"draws": {…}}
///     {"quiet": true}       from now on lines do not say what was drawn or computed
///     {"alone": true}       from now on no transition fires by itself
///   "cut": 2                lines that are missing at the end
///   "lines": {"3": {…}}     what somebody changes in a line of the log (RFC 7396), digests left alone
///   "state": {…}            what somebody changes in state.json
struct ToldPlay {
  std::vector<game::GameFile> files;
  Record record; ///< as it would be read back
};
[[nodiscard]] ToldPlay told_play(Value const& told);

/// The scripted plays of the list "sound" or "faulty".
[[nodiscard]] Value told_plays(std::string const& list);

/// Writes the play to disk as described in docs/plays.md, in the directory `id` of `plays`.
void write_record(std::string const& plays, ToldPlay const& play, std::string const& agent = "");

} // namespace artifactd::play
