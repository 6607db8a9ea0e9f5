#include "merge/kg/kg_commit.hpp"

#include "merge/kg/log_position.hpp"
#include "merge/kg/recovery.hpp"
#include "merge/kg/strategy.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <set>
#include <tuple>

namespace artifactd {

namespace {

// A program that held the replaced graph open finishes its write within moments; after that its version is
// noticed.
constexpr auto late_write_check = std::chrono::seconds(2);

KgInputs& inputs_of(Submission& each) {
  return **std::any_cast<std::shared_ptr<KgInputs>>(&each.read);
}

std::string history_failed(Error const& error) {
  return "history: " + error.message;
}

void add_late_writes(Generations& generations, std::string const& graph_path, SettleReport& report) {
  if (auto late = tell_late_writes(generations, graph_path))
    std::ranges::move(*late, std::back_inserter(report.notices));
  else
    report.notices.push_back(history_failed(late.error()));
}

class Commit {
public:
  Commit(Session const& session, CommitBatch& batch, KgTools const& tools)
      : session_(session), batch_(batch), tools_(tools), policy_(tools.policy) {}

  /// Publishes, answers, and only then tidies up: nobody waits for history. Except with a foreign version:
  /// recovery would unite it again, over the members of agents whose signals are gone and that nobody merges
  /// again.
  Result<void> run() {
    auto const place = TRY(prepare_graph_place(session_, policy_.side));
    TRY(look_at_logs());
    if (std::ranges::none_of(batch_.submissions, &Submission::merges)) return {};
    std::ranges::sort(batch_.submissions, {}, [](Submission const* each) { return each->name().str(); });
    auto tried = rewrite(place);
    if (!tried) std::ignore = finish_notes(session_, place); // or recovery does it
    auto rewritten = TRY(std::move(tried));
    std::ranges::move(rewritten.notices, std::back_inserter(batch_.report.notices));
    batch_.recorded = rewritten.changed && rewritten.settled;
    if (rewritten.changed) batch_.report.again_in = late_write_check;
    for (auto* each : batch_.submissions) {
      each->how = changes_.contains(each) ? End::merged : End::unchanged;
      if (each->how == End::merged) each->mark(Step::published);
      if (each->merges()) TRY(note_settled(session_, each->name(), inputs_of(*each).set));
    }
    auto const united = std::ranges::find(rewritten.replaced.versions, Origin::foreign,
                                          &Replaced::Version::origin) != rewritten.replaced.versions.end();
    for (auto const* each : batch_.submissions) // an attempt before the union listed it
      if (united && !each->merges()) TRY(unlist_signal(session_, each->sighting));
    if (united)
      tell_generation(TRY(keep_history(session_, *TRY(generations()), rewritten.replaced, policy_.history)),
                      changes_);
    else if (rewritten.changed)
      batch_.afterwards = tidying(std::move(rewritten), place.path);
    return {};
  }

private:
  /// Logs that another process settled further meanwhile are judged again.
  Result<void> look_at_logs() {
    for (auto* each : batch_.submissions)
      if (!TRY(as_resumed(session_, each->name(), inputs_of(*each).set))) each->close(End::again);
    return {};
  }

  Result<Rewritten> rewrite(Place const& place) {
    auto lock = GraphLock::take(batch_.claim, session_, tools_.watch, policy_.locking);
    for (auto* each : batch_.submissions)
      each->mark(lock ? Step::locked : Step::waited);
    if (!lock) return fail(lock.error());
    auto warnings = std::vector<std::vector<Finding>>();
    for (auto const* each : batch_.submissions)
      warnings.push_back(each->end.findings);
    auto edit = [&](GraphDraft& draft) -> Result<void> {
      for (std::size_t i = 0; i < batch_.submissions.size(); ++i) {
        auto& each = *batch_.submissions[i];
        each.end.findings = warnings[i]; // a retry starts over
        close_if_outdated(each);
        if (each.open) edit_for(each, draft);
      }
      return {};
    };
    auto spare = [&]() -> std::optional<Spare> { // it refers to the open directory of the generations
      auto const known = generations();
      return known ? (*known)->spare(policy_.history) : std::nullopt;
    };
    auto settled = [&]() -> Result<SettledSignals> {
      SettledSignals list;
      for (auto* each : batch_.submissions) {
        if (!each->merges()) continue;
        list.add(each->sighting, each->inputs);
        TRY(prepare_note(session_, each->sighting, each->inputs, inputs_of(*each).set));
      }
      return list;
    };
    auto rewritten = rewrite_graph(*lock, {session_, place, policy_.graph, tools_.pool}, edit,
                                   {.known = &tools_.known, .spare = spare, .settled = settled});
    for (auto* each : batch_.submissions)
      if (!rewritten && rewritten.error().fault == Fault::busy) each->end.again_in = room_again_in;
    return rewritten;
  }

  /// An agent that goes on writing while its signal is pending: what was read no longer matches its files,
  /// and others may have been waited for since.
  static void close_if_outdated(Submission& each) {
    if (!each.open) return;
    auto const as_judged = each.as_judged();
    if (!as_judged)
      each.postpone(as_judged.error());
    else if (!*as_judged)
      each.close(End::again);
  }

  void edit_for(Submission& each, GraphDraft& draft) {
    auto const before = draft.revision();
    auto const& inputs = inputs_of(each);
    auto findings = put_agent(draft, each.name(), inputs.set, inputs.rules, policy_.graph.bytes);
    if (findings)
      std::ranges::move(*findings, std::back_inserter(each.end.findings));
    else
      each.postpone(findings.error());
    if (each.refused()) // its edits are undone
      changes_.erase(&each);
    else if (before != draft.revision())
      changes_.insert(&each);
    each.mark(Step::merged);
  }

  /// Listed on first use: after the recovery, which may add some.
  Result<std::shared_ptr<Generations>> generations() {
    if (!generations_) generations_ = std::make_shared<Generations>(TRY(Generations::open(session_)));
    return generations_;
  }

  static void tell_generation(std::optional<std::uint64_t> generation, std::set<Submission*> const& changes) {
    for (auto* each : changes)
      each->end.generation = generation;
  }

  std::function<void()> tidying(Rewritten&& rewritten, std::string const& graph_path) {
    auto const replaced = std::make_shared<Replaced const>(std::move(rewritten.replaced));
    auto const opened = generations();
    return [&session = session_, &bounds = policy_.history, &report = batch_.report, changes = changes_,
            replaced, opened, graph_path] {
      auto const generation =
          opened ? keep_history(session, **opened, *replaced, bounds) : std::unexpected(opened.error());
      if (!generation) // recovery archives it at the next settling
        return report.notices.push_back(history_failed(generation.error()));
      tell_generation(*generation, changes);
      add_late_writes(**opened, graph_path, report);
    };
  }

  Session const& session_;
  CommitBatch& batch_;
  KgTools const& tools_;
  KgPolicy const& policy_;
  std::shared_ptr<Generations> generations_;
  /// Those that changed the graph in any of the attempts.
  std::set<Submission*> changes_;
};

Result<void> recover(Session const& session, CommitBatch& batch, KgTools const& tools) {
  auto const place = TRY(prepare_graph_place(session, tools.policy.side));
  if (TRY(recover_kg(batch.claim, session, place, tools.policy, tools.pool, tools.watch)))
    batch.report.recovered = true;
  batch.afterwards = [&session, &report = batch.report, graph_path = place.path] {
    if (auto generations = Generations::open(session))
      add_late_writes(*generations, graph_path, report);
    else
      report.notices.push_back(history_failed(generations.error()));
  };
  return {};
}

} // namespace

Result<void> commit_kg(Session const& session, CommitBatch& batch, KgTools const& tools) {
  if (batch.submissions.empty()) return recover(session, batch, tools);
  return Commit(session, batch, tools).run();
}

} // namespace artifactd
