// The steps that replace a state.json without losing anything: an accepted one is copied, a refused one
// becomes state.json.error, and what another program wrote in the last instant is given back. There is a
// state.json at every moment. After a kill at any point, recover_state() puts it right.
#pragma once

#include "agents/state/history.hpp"
#include "state/settle/claim.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace artifactd::tuning {

/// Copies the accepted state into the history, unless it is the last good one again, and removes what an
/// earlier refusal left: instructions, attempts, and state.json.error, which goes into the history. Returns
/// the number under which it is kept.
Result<std::uint64_t> accept_state(Claim const&, Session const& session, StateHistory& history,
                                   std::string_view text, StateBounds const& bounds);

/// Whether an earlier refusal is over, because the state in place, with this stamp, is the last good one and
/// was written after it. One that artifactd put back in place of the refused one is older.
[[nodiscard]] bool ends_refusal(Session const& session, Stamp const& state);

/// Puts `text` in place of the state that `base` was read from (std::nullopt: there is none). Returns the
/// former state's name in the work directory; std::nullopt if another program wrote meanwhile: its text
/// stays.
Result<std::optional<std::string>> exchange_state(Claim const&, Session const& session, std::string_view tag,
                                                  std::optional<Stamp> const& base, std::string_view text);

/// Restores a version from the history at a person's request; the state in place goes into the history, too,
/// unless it is the last good one. False if another program wrote meanwhile.
Result<bool> bring_back(Claim const&, Session const& session, StateHistory& history, std::string_view text,
                        StateBounds const& bounds);

/// Puts state.json.error back in place to be judged again; the state in place goes into the history, unless
/// it is the last good one.
Result<void> submit_refused(Claim const&, Session const& session);

/// Turns the refused state of that name in the work directory into state.json.error; an existing one goes
/// into the history.
Result<void> set_aside(Claim const&, Session const& session, int work, std::string const& name);

/// For a refused state that nobody is to repair: state.json.error goes into the history.
Result<void> put_refused_by(Claim const&, Session const& session);

/// Before state.json.error is overwritten: a copy goes into the history.
Result<void> copy_refused(Claim const&, Session const& session);

/// Cleans up what a killed artifactd left of such a replacement:
///   restored, the refused one not yet set aside → it is
///   swapped out what another program wrote      → given back, or kept as foreign if that is no longer
///   possible everything else                             → removed; its content is in place or in the
///   history
Result<void> recover_state(Claim const&, Session const& session);

} // namespace artifactd::tuning
