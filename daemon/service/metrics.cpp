#include "daemon/service/metrics.hpp"

#include <algorithm>
#include <prometheus/counter.h>
#include <prometheus/gauge.h>
#include <prometheus/histogram.h>
#include <prometheus/registry.h>
#include <prometheus/text_serializer.h>

namespace artifactd {

namespace {

using prometheus::BuildCounter;
using prometheus::BuildGauge;
using prometheus::BuildHistogram;

/// From a merge without waiting to work that waits for models, in seconds.
prometheus::Histogram::BucketBoundaries const buckets = {0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1,
                                                         0.2,    0.5,   1,     2,     5,    10,   30,   60};

double seconds(Duration duration) {
  return std::chrono::duration<double>(duration).count();
}

/// A total that somebody else counts.
void raise(prometheus::Counter& counter, std::uint64_t total) {
  counter.Increment(std::max(0.0, static_cast<double>(total) - counter.Value()));
}

} // namespace

struct Metrics::Families {
  prometheus::Registry registry;
  prometheus::Family<prometheus::Counter>& signals =
      BuildCounter()
          .Name("artifactd_signals_total")
          .Help(
              "Ends of signals and documents. A signal that stays pending counts once each time it is tried.")
          .Register(registry);
  prometheus::Family<prometheus::Histogram>& durations =
      BuildHistogram()
          .Name("artifactd_settle_duration_seconds")
          .Help("From the moment a signal was seen to its end, for merged, unchanged and refused ones.")
          .Register(registry);
  prometheus::Family<prometheus::Histogram>& steps =
      BuildHistogram()
          .Name("artifactd_settle_step_duration_seconds")
          .Help("The time before each step of settling was reached, since the step before it.")
          .Register(registry);
  prometheus::Family<prometheus::Counter>& findings = BuildCounter()
                                                          .Name("artifactd_refusals_total")
                                                          .Help("Refusals, by the tier of their first error.")
                                                          .Register(registry);
  prometheus::Family<prometheus::Counter>& calls =
      BuildCounter().Name("artifactd_llm_calls_total").Help("Calls of language models.").Register(registry);
  prometheus::Family<prometheus::Counter>& retries =
      BuildCounter()
          .Name("artifactd_llm_retries_total")
          .Help("Requests that were sent again, by the HTTP status of the one before.")
          .Register(registry);
  prometheus::Family<prometheus::Counter>& tokens =
      BuildCounter().Name("artifactd_llm_tokens_total").Help("Tokens of language models.").Register(registry);
  prometheus::Family<prometheus::Counter>& cost =
      BuildCounter()
          .Name("artifactd_llm_cost_dollars_total")
          .Help("What calls of models with a price have cost, in US dollars.")
          .Register(registry);
  prometheus::Family<prometheus::Histogram>& call_durations =
      BuildHistogram()
          .Name("artifactd_llm_call_duration_seconds")
          .Help("Calls of language models, with all attempts.")
          .Register(registry);

  prometheus::Gauge& up = gauge("artifactd_up", "1 while artifactd runs.");
  prometheus::Gauge& degraded = gauge("artifactd_degraded", "1 if artifactd says that something is wrong.");
  prometheus::Gauge& started =
      gauge("artifactd_start_time_seconds", "When artifactd started, in seconds since 1970.");
  prometheus::Gauge& sessions = gauge("artifactd_sessions", "Sessions below the roots.");
  prometheus::Gauge& watches = gauge("artifactd_watches", "Directories watched by inotify.");
  prometheus::Gauge& polled =
      gauge("artifactd_polled_directories", "Directories that only the audit looks at.");
  prometheus::Gauge& pending = gauge("artifactd_signals_pending", "Signals that wait now.");
  prometheus::Gauge& queued = gauge("artifactd_queue_depth", "Sessions that wait for a worker now.");
  prometheus::Gauge& running = gauge("artifactd_sessions_running", "Sessions with a worker now.");
  prometheus::Gauge& oldest =
      gauge("artifactd_oldest_queued_age_seconds", "Age of the oldest session that waits for a worker.");
  prometheus::Counter& runs = counter("artifactd_session_runs_total", "Sessions settled.");
  prometheus::Counter& overflows =
      counter("artifactd_watch_overflows_total", "Times that the kernel dropped events.");
  prometheus::Counter& rescans = counter("artifactd_rescans_total", "Looks at everything below a root.");
  prometheus::Counter& dropped =
      counter("artifactd_journal_dropped_total", "Rows that the journal had no room for.");
  prometheus::Counter& edits = counter("artifactd_edits_total", "Runs of the editor that ended.");
  prometheus::Counter& repaired =
      counter("artifactd_edits_published_total", "Runs of the editor that repaired and submitted again.");

  prometheus::Gauge& gauge(char const* name, char const* help) {
    return BuildGauge().Name(name).Help(help).Register(registry).Add({});
  }
  prometheus::Counter& counter(char const* name, char const* help) {
    return BuildCounter().Name(name).Help(help).Register(registry).Add({});
  }
};

Metrics::Metrics(std::string_view version) : families_(std::make_unique<Families>()) {
  BuildGauge()
      .Name("artifactd_build_info")
      .Help("Always 1; its label says what is running.")
      .Register(families_->registry)
      .Add({{"version", std::string(version)}})
      .Set(1);
}

Metrics::~Metrics() = default;

void Metrics::count(SignalEnd const& end) {
  auto const kind = std::string(end.signal.kind.word());
  families_->signals.Add({{"kind", kind}, {"outcome", std::string(end_word(end.end))}}).Increment();
  if (auto const* error = first_error(end.findings); end.end == End::refused && error != nullptr)
    families_->findings.Add({{"kind", kind}, {"tier", std::string(tier_word(error->tier))}}).Increment();
  auto const judged = end.end == End::merged || end.end == End::unchanged || end.end == End::refused;
  if (!judged || end.steps.empty()) return;
  auto before = end.steps.front().at;
  for (auto const& step : end.steps) {
    if (&step != &end.steps.front())
      families_->steps.Add({{"kind", kind}, {"step", std::string(step_word(step.what))}}, buckets)
          .Observe(seconds(step.at - before));
    before = step.at;
  }
  families_->durations.Add({{"kind", kind}}, buckets)
      .Observe(seconds(end.steps.back().at - end.steps.front().at));
}

void Metrics::count(CallEnd const& end) {
  auto& all = *families_;
  auto const& outcome = end.outcome;
  auto const& usage = outcome ? outcome->usage : outcome.error().usage;
  auto const& attempts = outcome ? outcome->attempts : outcome.error().attempts;
  auto const ended = outcome ? std::string("ok") : std::string(model::failing_word(outcome.error().why));
  all.calls.Add({{"model", end.key}, {"outcome", ended}}).Increment();
  all.cost.Add({{"model", end.key}}).Increment(static_cast<double>(end.cost) / 1e6);
  auto const count_tokens = [&](char const* kind, std::uint64_t number) {
    all.tokens.Add({{"model", end.key}, {"kind", kind}}).Increment(static_cast<double>(number));
  };
  count_tokens("input", usage.input - std::min(usage.input, usage.cached));
  count_tokens("cached", usage.cached);
  count_tokens("output", usage.output);
  Duration wall{};
  for (auto const& attempt : attempts) {
    wall += attempt.wall;
    auto const status = attempt.status == 0 ? "none" : std::to_string(attempt.status);
    auto& retries = all.retries.Add({{"model", end.key}, {"status", status}});
    if (&attempt != &attempts.back()) retries.Increment();
  }
  all.call_durations.Add({{"model", end.key}}, buckets).Observe(seconds(wall));
}

std::string Metrics::exposition(Board const& board) {
  auto& all = *families_;
  BoardRoot total;
  for (auto const& root : board.roots) {
    total.sessions += root.sessions;
    total.watches += root.watches;
    total.polled += root.polled;
  }
  auto const& counted = board.counters;
  all.up.Set(1);
  all.degraded.Set(board.health == Board::Health::ok ? 0 : 1);
  all.started.Set(static_cast<double>(board.started_ns) / 1e9);
  all.sessions.Set(static_cast<double>(total.sessions));
  all.watches.Set(static_cast<double>(total.watches));
  all.polled.Set(static_cast<double>(total.polled));
  all.pending.Set(static_cast<double>(counted.pending));
  all.queued.Set(static_cast<double>(counted.queued));
  all.running.Set(static_cast<double>(counted.running));
  all.oldest.Set(static_cast<double>(counted.oldest_pending_ns) / 1e9);
  raise(all.runs, counted.runs);
  raise(all.overflows, counted.overflows);
  raise(all.rescans, counted.rescans);
  raise(all.dropped, counted.journal_dropped);
  raise(all.edits, counted.edits);
  raise(all.repaired, counted.edits_published);
  return prometheus::TextSerializer().Serialize(all.registry.Collect());
}

} // namespace artifactd
