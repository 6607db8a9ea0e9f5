#include "agents/rule/rule_work.hpp"

#include "agents/rule/vetting.hpp"
#include "state/session/atomic_file.hpp"
#include "state/session/session_layout.hpp"

namespace artifactd {

namespace {

constexpr std::size_t longest_result = 1 << 20;

using extraction::RuleFiles;

Result<void> judge(Session const& session, Submission& each, SandboxSettings const& sandbox) {
  auto const name = each.name();
  auto const files = std::make_shared<RuleFiles const>(TRY(extraction::read_rule_files(session, name)));
  each.mark(Step::read);
  auto const judgement = TRY(extraction::vet(*files, sandbox));
  each.end.findings = judgement.findings;
  each.mark(Step::diagnosed);
  each.inputs = files->digest;
  each.location = files->path;
  each.as_judged = [&session, name, files] { return extraction::still_the_same(session, name, *files); };
  if (!each.refused()) each.read = extraction::render_result(name, *files, judgement);
  return {};
}

Result<void> commit(Session const& session, Submission& each) {
  auto const& result = *std::any_cast<std::string>(&each.read);
  auto const path = layout::rules + "/" + layout::result_of(each.name());
  auto const former = read_file(session.directory(), path, longest_result);
  if (former && *former == result)
    each.how = End::unchanged;
  else
    TRY(replace_file(session, path, result));
  each.mark(Step::published);
  return {};
}

} // namespace

KindOfWork rule_work(SandboxSettings const& sandbox) {
  return {.kind = rule_kind,
          .judge = [&sandbox](Session const& session, Submission& each,
                              Purpose) { return judge(session, each, sandbox); },
          .commit = [](Session const& session, CommitBatch& batch) -> Result<void> {
            for (auto* each : batch.submissions)
              TRY(commit(session, *each));
            return {};
          },
          .requirements = [](Session const& session, Name const& name) -> Result<std::vector<std::string>> {
            return extraction::rule_requirements(TRY(extraction::read_rule_files(session, name)).samples);
          }};
}

} // namespace artifactd
