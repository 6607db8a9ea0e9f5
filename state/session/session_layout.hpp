// Every name artifactd reads or writes inside a session directory. All such names are defined here.
//
//   knowledge-graph.json               the graph (or knowledge/knowledge-graph.json)
//   artifacts/<agent>/*.json[.gz]      what an agent wrote; *.ndjson: what it appends line by line
//   rules/<name>.{yaml,py,txt}         an extraction rule or extractor, with <name>.samples.json
//   rules/<name>.result.json           what it does, once it is accepted
//   <name>.<kind>.lock[.error]         a signal, pending or refused
//   <name>.retry-instructions.json     why a kg signal or a state was refused (others: <name>.<kind>.retry-…)
//   .kg-merge.lock/                    the mkdir mutex shared with shell tools
//   .artifactd/work/                   names in flight; empty whenever nothing is being settled
//   .artifactd/mutex/                  the mutex directory while nobody holds it
//   .artifactd/kept-mutex.<…>/         a stale lock of another tool that holds files: they are not deleted
//   .artifactd/lock.<…>                notes another tool's lock that artifactd takes (graph.also_lock)
//   state.json[.error]                 the state of a skill tuning run; the one that was refused last
//   .artifactd/states/                 accepted states, and states that were set aside
//   .artifactd/generations/            swapped-out graphs; recycled: an old one, to be overwritten
//   .artifactd/values/<agent>.log      swapped-out values of one agent's member
//   .artifactd/settled                 accepted signals that may come back after a power cut
//   .artifactd/redo                    what the last publications of the graph changed
//   .artifactd/attempts/               how often each signal was refused, and why
//   .artifactd/runs/                   what agents' own commands wrote when they were run again
//   .artifactd/runs/<id>/              a run of the editor (agents/edit/run_record)
//   .artifactd.former-<n>/             what artifactd kept here when it served the session as root
//   edits/<name>.json                  what an edit signal asks for; <name>.result.json: the result
//   turns/<name>.json                  a step of a story; <name>.result.json: the result
//   play/<id>/                         the record of a play (merge/play/record/record)
//   reports/<name>.json                what a player reports; <name>.result.json: the answer
//   .artifactd/logs/<agent>.json       how far the agent's artifact logs are settled
//
// And, while files elsewhere are being changed together, beside them: .artifactd-change/
#pragma once

#include "state/vocabulary/names.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace artifactd::layout {

inline constexpr std::string_view values_suffix = ".log";

inline std::string const graph = "knowledge-graph.json";
inline std::string const knowledge = "knowledge";
inline std::string const artifacts = "artifacts";
inline std::string const rules = "rules";
inline std::string const edits = "edits";
inline std::string const turns = "turns";
inline std::string const plays = "play";
inline std::string const reports = "reports";
inline std::string const tuning_state = "state.json";
/// The possible locations of a graph.
inline constexpr std::array<std::string_view, 2> graph_paths = {"knowledge-graph.json",
                                                                "knowledge/knowledge-graph.json"};
inline std::string const mutex = ".kg-merge.lock";

inline std::string const home = ".artifactd";
/// plus a number: what artifactd once kept as root
inline std::string const former_home = ".artifactd.former-";
inline std::string const work = ".artifactd/work";
inline std::string const idle_mutex = ".artifactd/mutex";
inline std::string const kept_mutex = ".artifactd/kept-mutex."; ///< plus its identity
inline std::string const lock_note = ".artifactd/lock.";        ///< plus the lock's identity
inline std::string const settled = ".artifactd/settled";
inline constexpr char const* settled_attribute = "user.artifactd.settled"; ///< of a published graph
inline std::string const generations = ".artifactd/generations";
inline std::string const recycled = "recycled"; ///< in the generations directory, but not a generation
inline std::string const states = ".artifactd/states";
inline std::string const values = ".artifactd/values";
inline std::string const redo = ".artifactd/redo";
inline std::string const attempts = ".artifactd/attempts";
inline std::string const warnings = ".artifactd/warnings";
inline std::string const runs = ".artifactd/runs";
inline std::string const logs = ".artifactd/logs";
inline std::string const replies = "replies";                ///< within a run of the editor
inline std::string const specification = "specification.md"; ///< of a game, beside its artifacts

/// In the directory whose files are changed together, during the change.
inline std::string const change_room = ".artifactd-change";

/// The file inside the mutex directory that marks it as made by an artifactd.
inline std::string const mutex_marker = "held-by-artifactd";

/// In the work directory, a document in flight carries the tag of the operation on it.
inline constexpr std::string_view graph_tag = "graph";
inline constexpr std::string_view update_tag = "state";    ///< a state that replaces an accepted one
inline constexpr std::string_view restore_tag = "restore"; ///< the last good state, replacing a refused one

enum class ArtifactForm : std::uint8_t {
  json,   ///< *.json: one text
  packed, ///< *.json.gz: one text, compressed
  log,    ///< *.ndjson: one text per line, appended one by one
};
/// std::nullopt for a file that is not an artifact: hidden, or with another ending.
[[nodiscard]] std::optional<ArtifactForm> artifact_form(std::string_view name) noexcept;
inline constexpr std::string_view artifact_endings = ".json, .json.gz or .ndjson";
[[nodiscard]] std::string packed_name(std::string_view name);         ///< "x.json" → "x.json.gz"
[[nodiscard]] std::string_view plain_name(std::string_view artifact); ///< "x.json.gz" → "x.json"

[[nodiscard]] std::string artifacts_of(Name const& agent); ///< "artifacts/<agent>"
[[nodiscard]] std::string values_of(Name const& agent);    ///< ".artifactd/values/<agent>.log"
[[nodiscard]] std::string log_positions_of(Name const& agent);
[[nodiscard]] std::string prepared_positions_of(Name const& agent); ///< in work
/// The inverse of the name in work; std::nullopt for any other name there.
[[nodiscard]] std::optional<Name> agent_of_prepared(std::string_view name);
[[nodiscard]] std::string samples_of(Name const& rule);         ///< in rules
[[nodiscard]] std::string result_of(Name const& rule);          ///< in rules
[[nodiscard]] std::string request_of(Name const& edit);         ///< "edits/<name>.json"
[[nodiscard]] std::string edit_result_of(Name const& edit);     ///< "edits/<name>.result.json"
[[nodiscard]] std::string turn_of(Name const& turn);            ///< "turns/<name>.json"
[[nodiscard]] std::string turn_result_of(Name const& turn);     ///< "turns/<name>.result.json"
[[nodiscard]] std::string play_of(Name const& play);            ///< "play/<id>"
[[nodiscard]] std::string report_of(Name const& report);        ///< "reports/<name>.json"
[[nodiscard]] std::string report_result_of(Name const& report); ///< "reports/<name>.result.json"
[[nodiscard]] std::string inputs_of(SignalName const& signal);  ///< as the kind's traits say
[[nodiscard]] std::string signal(SignalName const& signal);
[[nodiscard]] std::string refused(SignalName const& signal);
[[nodiscard]] std::string instructions(SignalName const& signal);
[[nodiscard]] std::string attempts_of(SignalName const& signal);
[[nodiscard]] std::string warnings_of(SignalName const& signal);
[[nodiscard]] std::string run_log(SignalName const& signal, std::string const& attempt); ///< in runs

} // namespace artifactd::layout
