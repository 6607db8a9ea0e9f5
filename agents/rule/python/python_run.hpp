// Tier 3 of a Python extractor: extract(path) for each sample, each in its own sandbox with a limit of five
// seconds.
#pragma once

#include "agents/child/sandbox.hpp"
#include "agents/rule/python/python_source.hpp"

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

/// How many samples are run; further ones are ignored.
inline constexpr std::size_t most_samples = 5;

/// Any failing sample fails the extractor; after a sample that takes too long no more are run. The source has
/// passed check_python(). An Error if the sandbox is not available, or if a path contains a NUL.
Result<PythonRun> run_samples(PythonSource const& source, std::span<std::string const> paths,
                              SandboxSettings const& settings);

} // namespace artifactd::extraction
