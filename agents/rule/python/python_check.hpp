// Tiers 1 and 2 of a Python extractor: is it UTF-8, does this machine's interpreter compile it, and does its
// syntax tree use only what an extractor may use. The code is never run; the interpreter that reads it is
// sandboxed all the same, and its crash or endless work is a finding. The scan exists for clear messages: it
// can be evaded, only the sandbox protects.
#pragma once

#include "agents/child/sandbox.hpp"
#include "agents/rule/python/python_source.hpp"

#include <vector>

namespace artifactd::extraction {

struct PythonCheck {
  std::vector<Finding> findings;
  std::string interpreter; ///< "Python 3.11.2"; empty if the verdict needed none
};

/// ENCODING_ERROR or PYTHON_SYNTAX_ERROR (one, tier 1), or every SCHEMA_VIOLATION (tier 2). An Error if the
/// sandbox is not available.
Result<PythonCheck> check_python(PythonSource const& source, SandboxSettings const& settings);

} // namespace artifactd::extraction
