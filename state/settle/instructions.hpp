// The file that tells an agent, or a person, what was wrong and what to do: `<name>.retry-instructions.json`.
// It contains the seed's fields with their meaning (agent, error, timestamp, instructions, artifact_location,
// lock_file_renamed_to) and version, attempt, budget, findings, history, requirements, hints, affected_files
// and next. `findings` are the errors; `warnings`, which need no repair, lists the first of each code with
// its number of occurrences. to_prompt() renders the same as text for a model.
#pragma once

#include "state/settle/attempts.hpp"
#include "state/settle/budget.hpp"

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace artifactd {

/// What happens to the refused work next.
enum class Next : std::uint8_t {
  person,   ///< nothing automatic: somebody repairs the files and renames `.error` back
  reinvoke, ///< the agent's own command is run with these instructions
  edit,     ///< the editor tries to repair the files; if it cannot, the instructions say what comes next
};
[[nodiscard]] std::string_view next_word(Next next) noexcept;

/// Where the refused work is.
enum class Left : std::uint8_t {
  aside,    ///< its signal, or the document itself, is `.error`
  in_place, ///< a document that was not touched
};

struct Refusal {
  SignalName signal;
  std::string error;    ///< "validation_failed" or "merge_failed", the seed's words
  std::string location; ///< location of the inputs, relative to the session; a directory ends in "/"
  std::vector<Finding> findings;
  AttemptLog log; ///< this attempt is the last
  Budget budget;  ///< after this attempt
  Next next = Next::person;
  /// what the work must always satisfy, whatever was wrong this time
  std::vector<std::string> requirements = {};
  Left left = Left::aside;
  std::string unasked = {}; ///< why the editor could not ask a model; empty: it could, or none was configured
};

/// What is said instead of asking for a repair while the editor is at work.
inline constexpr std::string_view left_to_the_editor =
    "artifactd's editor is repairing the files: leave them as they are until these instructions change.";

/// What is said instead while the agent's own command is run again.
inline constexpr std::string_view left_to_the_run =
    "artifactd runs the agent's own command again, with these reasons: leave the files alone until it ends.";

/// How the reader of a prompt submits work; by_run: not at all, since a run of the agent's command does.
enum class Submitting : std::uint8_t { by_file, by_tool, by_run };

/// `location`, or the faulty files, if one of them lies elsewhere.
[[nodiscard]] std::string place_to_repair(std::vector<std::string> const& files, std::string const& location);

/// Whether the work's inputs have to be changed: always, unless its kind asks (KindTraits) and no error names
/// the file.
[[nodiscard]] bool blames_inputs(SignalName const& signal, std::vector<Finding> const& findings);

/// If the kind reserves the name: no repair of the files makes the work acceptable.
[[nodiscard]] std::string what_to_do_with_reserved_name(SignalName const& signal,
                                                        std::string const& location);

/// How to resubmit a refused document.
[[nodiscard]] std::string what_to_do_with_document(SignalName const& document, Left left);

[[nodiscard]] std::string render_instructions(Refusal const& refusal);

/// Durable on return.
Result<void> write_instructions(Session const& session, Refusal const& refusal);

/// The current instructions. Fault::missing if there are none, Fault::invalid if the file is damaged: agents
/// can write it.
Result<nlohmann::ordered_json> read_instructions(int session, SignalName const& signal);

/// Whether they are about a document that was refused without being replaced.
[[nodiscard]] bool about_document_in_place(nlohmann::ordered_json const& instructions);

/// For a model: what is wrong now, every previous attempt, the hints, the requirements, and how to submit the
/// work. Parts that are missing or have the wrong type are omitted; an empty object yields a note that the
/// instructions were lost.
[[nodiscard]] std::string to_prompt(SignalName const& signal, nlohmann::ordered_json const& instructions,
                                    Submitting how = Submitting::by_file);

} // namespace artifactd
