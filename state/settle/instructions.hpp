// The file that tells an agent, or a person, what was wrong and what to do: `<name>.retry-instructions.json`.
// Holds the seed's fields with their meaning (agent, error, timestamp, instructions, artifact_location,
// lock_file_renamed_to) and version, attempt, budget, findings, history, requirements, hints, affected_files
// and next. `findings` are the errors; `warnings`, which need no repair, has the first of each code and how
// often it occurs. to_prompt() says the same as text for a model.
#pragma once

#include "state/settle/attempts.hpp"
#include "state/settle/budget.hpp"

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace artifactd {

/// What happens to the refused work now.
enum class Next : std::uint8_t {
  person,   ///< nothing by itself: somebody repairs the files and renames `.error` back
  reinvoke, ///< the agent's own command is run with these instructions
  edit,     ///< the editor tries to repair the files; where it cannot, the instructions say what comes then
};
[[nodiscard]] std::string_view next_word(Next next) noexcept;

/// Where the refused work stands.
enum class Left : std::uint8_t {
  aside,    ///< its signal, or the document itself, is `.error`
  in_place, ///< a document that nothing was done to
};

struct Refusal {
  SignalName signal;
  std::string error;    ///< "validation_failed" or "merge_failed", the seed's words
  std::string location; ///< where the inputs are, relative to the session; of a directory it ends in "/"
  std::vector<Finding> findings;
  AttemptLog log; ///< this attempt is the last
  Budget budget;  ///< after this attempt
  Next next = Next::person;
  std::vector<std::string> requirements = {}; ///< what the work has to be like, whatever was wrong this time
  Left left = Left::aside;
  std::string unasked = {}; ///< why the editor could not ask a model; empty: it could, or none was wanted
};

/// How a refused document is handed in again.
[[nodiscard]] std::string what_to_do_with_document(SignalName const& document, Left left);

[[nodiscard]] std::string render_instructions(Refusal const& refusal);

/// Durable when it returns.
Result<void> write_instructions(Session const& session, Refusal const& refusal);

/// The instructions as they stand. Fault::missing when there are none, Fault::invalid when the file is
/// damaged: agents can write it.
Result<nlohmann::ordered_json> read_instructions(int session, SignalName const& signal);

/// For a model: what is wrong now, every attempt before it, the hints, what the work has to be like, and how
/// to hand it in. Parts that are missing or have the wrong type are left out; an empty object says that the
/// instructions were lost.
[[nodiscard]] std::string to_prompt(SignalName const& signal, nlohmann::ordered_json const& instructions);

} // namespace artifactd
