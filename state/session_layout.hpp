// Every name artifactd reads or writes inside a session directory, and nothing else knows one.
//
//   knowledge-graph.json               the graph (or knowledge/knowledge-graph.json)
//   artifacts/<agent>/*.json           what an agent wrote
//   <name>.<kind>.lock[.error]         a signal, pending or refused
//   <name>.retry-instructions.json     why a kg signal was refused (other kinds: <name>.<kind>.retry-…)
//   .kg-merge.lock/                    the mkdir mutex shared with shell tools
//   .artifactd/work/                   names in flight; empty whenever nothing is being settled
//   .artifactd/mutex/                  the mutex directory while nobody holds it
//   .artifactd/generations/            swapped-out graphs
//   .artifactd/values/<agent>.log      swapped-out values of one agent's member
//   .artifactd/attempts/               how often each signal was refused, and why
//   .artifactd/runs/                   what agents' own commands wrote when they were run again
#pragma once

#include "state/names.hpp"

#include <string>
#include <string_view>

namespace artifactd::layout {

inline constexpr std::string_view artifact_suffix = ".json";
inline constexpr std::string_view values_suffix = ".log";

inline std::string const graph = "knowledge-graph.json";
inline std::string const knowledge = "knowledge";
inline std::string const artifacts = "artifacts";
inline std::string const mutex = ".kg-merge.lock";

inline std::string const home = ".artifactd";
inline std::string const work = ".artifactd/work";
inline std::string const idle_mutex = ".artifactd/mutex";
inline std::string const generations = ".artifactd/generations";
inline std::string const values = ".artifactd/values";
inline std::string const attempts = ".artifactd/attempts";
inline std::string const runs = ".artifactd/runs";

/// The file inside the mutex directory that says an artifactd made it.
inline std::string const mutex_marker = "held-by-artifactd";

[[nodiscard]] std::string artifacts_of(Name const& agent); ///< "artifacts/<agent>"
[[nodiscard]] std::string values_of(Name const& agent);    ///< ".artifactd/values/<agent>.log"
[[nodiscard]] std::string signal(SignalName const& signal);
[[nodiscard]] std::string refused(SignalName const& signal);
[[nodiscard]] std::string instructions(SignalName const& signal);
[[nodiscard]] std::string attempts_of(SignalName const& signal);
[[nodiscard]] std::string run_log(SignalName const& signal, std::string const& attempt); ///< in runs

} // namespace artifactd::layout
