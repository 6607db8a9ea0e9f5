#include "agents/rule/python/python_verdict.hpp"

namespace artifactd::extraction {

Result<PythonVerdict> judge_python(PythonSource const& source, std::span<std::string const> sample_paths,
                                   SandboxSettings const& settings) {
  auto [findings, interpreter] = TRY(check_python(source, settings));
  PythonVerdict verdict{std::move(findings), std::move(interpreter), {}};
  if (!verdict.findings.empty()) return verdict;
  auto run = TRY(run_samples(source, sample_paths, settings));
  verdict.findings = std::move(run.findings);
  verdict.preview = std::move(run.preview);
  return verdict;
}

} // namespace artifactd::extraction
