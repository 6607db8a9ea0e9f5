#include "merge/diagnosis/assertions.hpp"

#include "merge/artifacts/artifact_text.hpp"
#include "merge/graph/raw_merge.hpp"
#include "state/vocabulary/names.hpp"

#include <algorithm>
#include <fmt/core.h>

namespace artifactd {

namespace {

constexpr std::size_t longest_shown = 200;

/// The output, unless it is true to jq.
std::optional<std::string> shortcoming(JqAnswer const& answer) {
  if (answer.stopped) return answer.error;
  if (!answer.error.empty()) return "the error: " + answer.error;
  if (answer.outputs.empty()) return "nothing";
  auto const& last = answer.outputs.back();
  return last == "false" || last == "null" ? std::optional(last) : std::nullopt;
}

Finding failure(Assertion const& assertion, std::string const& yielded, bool stopped) {
  bool artifacts = assertion.over == Assertion::Over::artifacts;
  Finding finding;
  finding.code = "assert.failed";
  finding.tier = Tier::semantic;
  finding.message = assertion.message.empty()
                        ? fmt::format("the assertion about {} does not hold",
                                      artifacts ? "the artifacts" : "the graph with these artifacts")
                        : assertion.message;
  finding.expected = fmt::format("{} to hold over {}", cut_to(assertion.that, longest_shown),
                                 artifacts ? "the artifacts, merged in order of their names"
                                           : "the graph with these artifacts");
  finding.found = cut_to(yielded, longest_shown);
  finding.hint =
      stopped
          ? "It could not be judged: look for very large numbers, dates or lists, and write less or plainer "
            "values. If they are right, the operator has to change the assertion or its limits."
          : "Change the artifacts so that it holds.";
  return finding;
}

Result<std::vector<Finding>> failed(std::vector<Assertion> const& assertions, Assertion::Over over,
                                    JqLimits const& limits, auto&& document) {
  std::vector<Finding> findings;
  std::optional<std::string> input;
  for (auto const& assertion : assertions) {
    if (assertion.over != over) continue;
    if (!input) input = document();
    auto answer = TRY(run_jq(assertion.that, *input, limits));
    if (auto yielded = shortcoming(answer)) findings.push_back(failure(assertion, *yielded, answer.stopped));
  }
  return findings;
}

} // namespace

Result<std::vector<Finding>> failed_over_artifacts(std::vector<Assertion> const& assertions,
                                                   ArtifactSet const& set, JqLimits const& limits) {
  return failed(assertions, Assertion::Over::artifacts, limits, [&] { return raw_merge(roots_of(set)); });
}

Result<std::vector<Finding>> failed_over_graph(std::vector<Assertion> const& assertions, GraphDraft& draft,
                                               JqLimits const& limits) {
  return failed(assertions, Assertion::Over::graph, limits, [&] { return flatten(draft.pieces()); });
}

} // namespace artifactd
