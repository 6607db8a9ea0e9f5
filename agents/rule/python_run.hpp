// Tier 3 of a Python extractor: extract(path) for each sample, each in a sandbox of its own with five seconds
// to live.
#pragma once

#include "agents/child/sandbox.hpp"
#include "agents/rule/python_source.hpp"

#include <span>
#include <vector>

namespace artifactd::extraction {

struct SampleRecord {
  std::string path;
  std::string record; ///< a JSON object whose numbers are doubles
};

struct PythonRun {
  std::vector<Finding> findings;     ///< RUNTIME_ERROR, or EMPTY_EXTRACTION
  std::vector<SampleRecord> preview; ///< of the samples that went well
};

/// How many samples are run; further ones are left out.
inline constexpr std::size_t most_samples = 5;

/// Any sample that fails, fails the extractor; a sample that takes too long is the last one run. The source
/// has passed check_python(). An Error says that the sandbox cannot be had, or that a path holds a NUL.
Result<PythonRun> run_samples(PythonSource const& source, std::span<std::string const> paths,
                              SandboxSettings const& settings);

} // namespace artifactd::extraction
