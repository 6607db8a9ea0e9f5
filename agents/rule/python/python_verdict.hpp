// The verdict on a Python extractor: tier 1 (encoding, syntax), tier 2 (what it may use, its signature), tier
// 3 (the samples). The first tier with findings ends it, and all findings of that tier are reported. The
// verdict depends on the installed interpreter, which it names.
#pragma once

#include "agents/rule/python/python_check.hpp"
#include "agents/rule/python/python_run.hpp"

namespace artifactd::extraction {

struct PythonVerdict {
  std::vector<Finding> findings; ///< empty: accepted
  std::string interpreter;       ///< "Python 3.11.2"
  std::vector<SampleRecord> preview;
};

/// Without samples tier 3 is skipped. Fault::unsupported: this machine cannot isolate it, so it is not
/// judged.
Result<PythonVerdict> judge_python(PythonSource const& source, std::span<std::string const> sample_paths,
                                   SandboxSettings const& settings);

} // namespace artifactd::extraction
