// The life cycle of one piece of work, from the signal to its end, and what a person may do on the way. The
// table in lifecycle.cpp implements this drawing; commands and the inbox offer exactly what it allows.
//
//                     dropped (from everywhere but CLOSED)
//                        │
//                        ▼      accepted
//        ┌─────────► ANALYZING ───────────────────────────────► RESULT ──esc──┐
//        │               │ refused                                            │
//        │          ┌────┴─────────┐                                          │
//        │   [agent]▼              ▼[no agent]                                │
//        │   REGENERATING     ANALYSIS_ERROR ──esc──────────────────────────► CLOSED
//        │          │ refused      │                                          ▲
//        │          ├──────────────┤ the person's options in both ──esc───────┤
//        │  fresh   │              │                                          │
//        ├──────────┤              ├─abandon──────────────────► CANCELED ─esc─┘
//        │          │              │
//        │          │              ├─hint──► HINT_INPUT ──enter [text]──► back, with one attempt more
//        │          │              │               └──────esc───────────► back
//        │          │              │
//        │          │              └─edit [editor]──► EDITING ──failed──► back
//        │          │                                  │   ▲
//        │          │                            saved │   │ edit [editor]
//        │          │                                  ▼   │
//        └──────────┴─────────────────accepted── VALIDATING │
//                                                      │   │
//                                                      └─► VALIDATION_ERROR ──esc──► back
//                                                  refused     fresh, abandon as above
//
// "Back" is the station that the files on disk imply: REGENERATING [agent], else ANALYSIS_ERROR.
//
//   ANALYZING         `.lock` exists: it is diagnosed, tier by tier, or waits for that
//   REGENERATING      `.error` exists, attempts are left and the agent's command is known: it is run again,
//                     reads the instructions and resubmits the signal. A person may cancel a run, which
//                     counts as a refusal
//   ANALYSIS_ERROR    `.error` exists and nothing happens automatically: the budget is spent, or there is no
//                     command to run
//   HINT_INPUT        `.error` exists; a person writes what the agent should know
//   EDITING           `.error` exists; a person has copies of the faulty files in an editor
//   VALIDATING        `.error` exists; what the editor saved is in place and is diagnosed, counting nothing
//   VALIDATION_ERROR  `.error` exists; what the editor saved is still faulty
//   RESULT            no signal exists: the work is committed. Nothing in it waits for approval
//   CANCELED          no signal exists: a person abandoned the work; files and graph are unchanged
//   CLOSED            nobody looks at it any more; whatever is on disk stays
//
// A successful edit is submitted like any other work: VALIDATING leads to ANALYZING, not past it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace artifactd {

enum class Station : std::uint8_t {
  analyzing,
  regenerating,
  analysis_error,
  hint_input,
  editing,
  validating,
  validation_error,
  result,
  canceled,
  closed,
};
inline constexpr std::size_t stations = 10;

enum class Happening : std::uint8_t {
  dropped,  ///< the signal exists (again)
  accepted, ///< every tier passed
  refused,  ///< a tier failed
  hint,     ///< a person wants to add a hint
  edit,     ///< a person wants to repair the files
  fresh,    ///< a person resubmits it with a full budget
  abandon,  ///< a person abandons it
  cancel,   ///< a person ends the current run
  enter,    ///< a person confirms the input
  saved,    ///< the editor succeeded
  failed,   ///< the editor failed
  escape,   ///< a person goes back
};

/// The inputs of the guards.
struct Circumstances {
  bool agent = false;  ///< attempts are left (again, after a hint) and the agent's command is known
  bool editor = false; ///< there is an editor to open
  bool text = false;   ///< text was entered
};

/// The next station; std::nullopt if the happening is not possible there.
[[nodiscard]] std::optional<Station> next(Station station, Happening happening,
                                          Circumstances const& circumstances) noexcept;

/// The station of work whose `.error` exists.
[[nodiscard]] Station refused_station(Circumstances const& circumstances) noexcept;

/// What a person can do there, in the order it is offered.
[[nodiscard]] std::vector<Happening> offered(Station station, Circumstances const& circumstances);

/// "ANALYSIS_ERROR", for programs
[[nodiscard]] std::string_view station_word(Station station) noexcept;

/// "waits for a person", for people
[[nodiscard]] std::string_view station_phrase(Station station) noexcept;

} // namespace artifactd
