// The life of one piece of work, from the signal to the end of it, and what a person may do on the way. The
// table in lifecycle.cpp is this drawing; commands and the inbox offer what it allows and nothing else.
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
// "Back" is where the disk says the work is: REGENERATING [agent], else ANALYSIS_ERROR.
//
//   ANALYZING         `.lock` stands: it is diagnosed, tier by tier, or waits for that
//   REGENERATING      `.error` stands, attempts are left and the agent's command is known: it is run again,
//                     reads the instructions and drops the signal again. A person may cancel a run, which
//                     counts as a refusal
//   ANALYSIS_ERROR    `.error` stands and nothing happens by itself: the budget is spent, or there is nobody
//                     to run
//   HINT_INPUT        `.error` stands; a person writes what the agent should know
//   EDITING           `.error` stands; a person has copies of the faulty files in an editor
//   VALIDATING        `.error` stands; what the editor saved is in place and is diagnosed, counting nothing
//   VALIDATION_ERROR  `.error` stands; what the editor saved is still faulty
//   RESULT            no signal stands: the work is committed. Nothing in it waits for approval
//   CANCELED          no signal stands: a person gave the work up; files and graph are as they were
//   CLOSED            nobody looks at it any more; whatever stands on disk stays
//
// A good edit is handed in like any other work: VALIDATING leads to ANALYZING, not past it.
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
  dropped,  ///< the signal stands (anew)
  accepted, ///< every tier passed
  refused,  ///< a tier did not
  hint,     ///< a person wants to add a hint
  edit,     ///< a person wants to repair the files
  fresh,    ///< a person hands it in again with a full budget
  abandon,  ///< a person gives it up
  cancel,   ///< a person ends the run that is under way
  enter,    ///< what was typed is meant
  saved,    ///< the editor ended well
  failed,   ///< it did not
  escape,   ///< a person goes back
};
inline constexpr std::size_t happenings = 12;

/// What the guards ask for.
struct Circumstances {
  bool agent = false;  ///< attempts are left (after a hint: again) and the agent's command is known
  bool editor = false; ///< there is an editor to open
  bool text = false;   ///< something was typed
};

/// Where it leads; nothing when it cannot happen there.
[[nodiscard]] std::optional<Station> next(Station station, Happening happening,
                                          Circumstances const& circumstances) noexcept;

/// Where work whose `.error` stands is.
[[nodiscard]] Station refused_station(Circumstances const& circumstances) noexcept;

/// What a person can do there, in the order it is offered.
[[nodiscard]] std::vector<Happening> offered(Station station, Circumstances const& circumstances);

/// "ANALYSIS_ERROR", for programs
[[nodiscard]] std::string_view station_word(Station station) noexcept;

/// "waits for a person", for people
[[nodiscard]] std::string_view station_phrase(Station station) noexcept;

} // namespace artifactd
