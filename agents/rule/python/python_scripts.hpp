// Our two programs for the sandboxed interpreter. Both read the agent's text as data on stdin and answer with
// one JSON object on descriptor 3.
#pragma once

#include <string_view>

namespace artifactd::extraction {

/// stdin: the source. Compiles it, never runs it, and walks its tree.
/// {"python": "3.11.2", "syntax": null | FAULT, "faults": [FAULT…]} where FAULT is {"line", "column", "byte",
/// "message"} and in faults also "word" (forbidden_import, …), "name" and "hint".
extern std::string_view const checker_script;

/// stdin: the sample path, NUL, the file name for tracebacks, NUL, the source. Runs extract(path) once.
/// {"record": {…}} or {"error": "…", "line": n | null, "traceback": "…"}.
extern std::string_view const runner_script;

} // namespace artifactd::extraction
