// The steps by which a state.json is replaced without anything of it being lost: an accepted one is kept as a
// copy, a refused one becomes state.json.error, and what another program wrote in the last instant is given
// back. There is no moment without a state.json. Killed anywhere,
// recover_state() puts it right.
#pragma once

#include "agents/state/history.hpp"
#include "state/settle/claim.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace artifactd::tuning {

/// Keeps an accepted state that stands, and clears what an earlier refusal left: instructions, attempts, and
/// state.json.error, which goes into the history. Gives the number it is kept under.
Result<std::uint64_t> accept_state(Claim const&, Session const& session, StateHistory& history,
                                   std::string_view text, StateBounds const& bounds);

/// Puts `text` in place of the state that `base` was read from (nothing: there is none). Gives the name the
/// former has in the work directory; nothing when another program wrote meanwhile: what it wrote stands.
Result<std::optional<std::string>> exchange_state(Claim const&, Session const& session, std::string_view tag,
                                                  std::optional<Stamp> const& base, std::string_view text);

/// Brings a version of the history back on a person's word; whatever stands there goes into the history, too,
/// unless it is the last good one. False when another program wrote meanwhile.
Result<bool> bring_back(Claim const&, Session const& session, StateHistory& history, std::string_view text,
                        StateBounds const& bounds);

/// Puts state.json.error back in place to be judged anew; what stood there goes into the history, unless it
/// is the last good one.
Result<void> hand_in_refused(Claim const&, Session const& session);

/// The refused state of that name in the work directory becomes state.json.error; one that was there before
/// goes into the history.
Result<void> set_aside(Claim const&, Session const& session, int work, std::string const& name);

/// Nobody is to repair it: state.json.error goes into the history.
Result<void> put_refused_by(Claim const&, Session const& session);

/// Somebody is about to write over state.json.error: a copy goes into the history.
Result<void> copy_refused(Claim const&, Session const& session);

/// What a killed artifactd left of such a replacement:
///   restored, the refused one not yet set aside → it is
///   swapped out what another program wrote      → given back, or kept as foreign where it no longer can be
///   everything else                             → removed; whatever it held stands, or is in the history
Result<void> recover_state(Claim const&, Session const& session);

} // namespace artifactd::tuning
