#include "daemon/settling/policies.hpp"

#include "agents/child/remote.hpp"
#include "daemon/config/schema_rules.hpp"
#include "daemon/model/model_catalogue.hpp"
#include "daemon/model/model_source.hpp"
#include "merge/kg/kg_kind.hpp"
#include "state/platform/clock.hpp"
#include "state/platform/memory_limit.hpp"

#include <algorithm>
#include <cstdlib>
#include <memory>

namespace artifactd {

KgPolicy kg_policy(Config const& config) {
  auto policy = config.kg;
  policy.rules = [shared = std::make_shared<Config const>(config)](Name const& agent) {
    auto const* rule = shared->rule_for(agent, kg_kind);
    if (rule == nullptr) return AgentRules{};
    auto work = rule->work;
    work.checks.schemas = schemas_of(*rule);
    work.checks.jq = shared->jq;
    return work;
  };
  return policy;
}

namespace {

constexpr auto most_idle_memory = std::uint64_t{256} << 20;

/// Of all that this process settles. A process that exceeds its limit is killed, and would be for the same
/// session after each start. Besides what it needs anyway, a merge of artifacts holds their texts, the merged
/// member and the record of the change.
std::shared_ptr<ByteBudget> budget_of(Config const& config) {
  static auto const of_all = std::make_shared<ByteBudget>(0);
  constexpr auto process_itself = std::uint64_t{16} << 20;
  auto const alone = (std::max(memory_limit(), 2 * process_itself) - process_itself) / 3;
  of_all->bound(std::min(config.memory, alone / 2), alone);
  return of_all;
}

KgPolicy within(std::shared_ptr<ByteBudget> const& budget, KgPolicy policy) {
  policy.artifacts.memory = policy.graph.memory = budget;
  return policy;
}

ReinvokeRule reinvoke_rule_of(AgentRule const& rule) {
  ReinvokeRule reinvoke{
      .argv = rule.reinvoke, .timeout = rule.reinvoke_timeout, .limits = {.memory = rule.reinvoke_memory}};
  for (auto const& entry : rule.reinvoke_env) {
    auto const* own = entry.find('=') == entry.npos ? std::getenv(entry.c_str()) : nullptr;
    if (own != nullptr) reinvoke.environment.push_back(entry + "=" + own);
    if (entry.find('=') != entry.npos) reinvoke.environment.push_back(entry);
  }
  return reinvoke;
}

Runner runner_of(ReinvokeConfig const& config) {
  if (config.socket.empty()) return run;
  return [socket = config.socket](Command const& command) { return run_remotely(socket, command); };
}

editor::EditPolicy edit_policy(Config const& config) {
  auto policy = config.edit;
  if (policy.keys.fragments.empty()) policy.keys.fragments = policy.keys.coordinator;
  policy.models.open = model_source(config.models, config.model_path());
  policy.models.prices = prices_by_key(config.models);
  return policy;
}

editor::Engine engine_of(AgentRule const& rule) {
  auto const game = rule.work.checks.profile == Profile::game;
  return rule.editor.value_or(game ? editor::Engine::rules : editor::Engine::off);
}

} // namespace

turn::TurnPolicy turn_policy(Config const& config) {
  auto policy = config.turn;
  if (policy.large.empty()) policy.large = policy.small;
  policy.database = config.stories();
  policy.mirror = config.mirror_path();
  policy.open = model_source(config.models, config.model_path());
  return policy;
}

report::ReportPolicy report_policy(Config const& config) {
  auto policy = config.report;
  policy.book = config.reports_path();
  policy.plays = config.plays_path();
  policy.open = model_source(config.models, config.model_path());
  policy.prices = prices_by_key(config.models);
  return policy;
}

FixPolicy fix_policy(Config const& config, std::string const& root) {
  auto policy = config.fixes;
  auto entry = std::ranges::find(config.roots, root, &RootConfig::path);
  if (entry != config.roots.end()) policy.target_root = entry->target_root;
  policy.records = config.fix_records_path();
  policy.history = config.state.history;
  policy.runner = runner_of(config.reinvoke);
  if (config.tuning.by_itself) policy.yes_to = config.tuning.yes_to;
  return policy;
}

DrivePolicy drive_policy(Config const& config, std::string const& root) {
  auto policy = config.tuning;
  policy.fixes = fix_policy(config, root);
  policy.run_locks = config.run_locks_path();
  return policy;
}

namespace {

bool is_session_of(RootConfig const& root, SessionKey const& key) {
  auto const depth = key.path.empty() ? 0 : std::ranges::count(key.path, '/') + 1;
  return key.root == root.path && depth == static_cast<std::ptrdiff_t>(root.depth);
}

} // namespace

bool is_served(Config const& config, SessionKey const& key) {
  return std::ranges::any_of(config.roots, [&](RootConfig const& root) { return is_session_of(root, key); });
}

Policies policies(Config const& config, CallObserver const& observe) {
  auto const shared = std::make_shared<Config const>(config); // std::function copies what it captures
  RefusalPolicy refusal{config.attempts};
  auto rules = [shared](SignalName const& signal) -> std::optional<ReinvokeRule> {
    auto const* rule = shared->rule_for(signal.name, signal.kind);
    if (rule == nullptr || rule->reinvoke.empty()) return std::nullopt;
    return reinvoke_rule_of(*rule);
  };
  refusal.can_reinvoke = [rules](SignalName const& signal) { return rules(signal).has_value(); };
  auto engine = [shared](SignalName const& signal) {
    auto const* rule = signal.kind == kg_kind ? shared->rule_for(signal.name, kg_kind) : nullptr;
    return rule == nullptr ? editor::Engine::off : engine_of(*rule);
  };
  auto repairs = [shared](SignalName const& signal) {
    auto const* rule = signal.kind == kg_kind ? shared->rule_for(signal.name, kg_kind) : nullptr;
    return rule != nullptr && rule->work.repair == TextRepairPolicy::apply;
  };
  refusal.can_edit = [engine, repairs](SignalName const& signal, Tier tier) {
    return (tier == Tier::syntax && repairs(signal)) ||
           (tier == Tier::semantic && engine(signal) != editor::Engine::off) ||
           (tier == Tier::schema && engine(signal) == editor::Engine::model);
  };
  auto any = std::ranges::any_of(config.agents, [](AgentRule const& rule) {
    return !rule.reinvoke.empty() || engine_of(rule) != editor::Engine::off ||
           rule.work.repair == TextRepairPolicy::apply;
  });
  auto runner = runner_of(config.reinvoke);
  auto const budget = budget_of(config);
  auto edit = edit_policy(config);
  auto turn = turn_policy(config);
  auto report = report_policy(config);
  for (auto* open : {&edit.models.open, &turn.open, &report.open})
    *open = counted_source(std::move(*open), prices_by_key(config.models), observe);
  return {.served = config.served,
          .includes = [shared](SessionKey const& key) { return is_served(*shared, key); },
          .kg = within(budget, kg_policy(config)),
          .state = config.state,
          .fixes = [shared](std::string const& root) { return fix_policy(*shared, root); },
          .refusal = std::move(refusal),
          .reinvoke_rule = rules,
          .editor = engine,
          .repairs = repairs,
          .edit = std::move(edit),
          .turn = std::move(turn),
          .report = std::move(report),
          .any_taken_up = any,
          .runner = runner,
          .sandbox = {.runner = runner},
          .runs_at_once = config.reinvoke.at_once,
          .idle_memory = std::min(most_idle_memory, budget->most() / 2)};
}

namespace {

/// When the session's directory was made; 0 if that is unknown. Only who may write the directory above it can
/// make another one.
std::int64_t made_at(Session const& session) {
  auto const birth_ns = session.stamp().birth_ns;
  return birth_ns <= wall_now_ns() ? birth_ns : 0; // else the clock was set back
}

} // namespace

RefusalPolicy counted(RefusalPolicy policy, Journal* journal, Session const& session) {
  if (journal == nullptr) return policy;
  policy.count = [journal, path = session.shown(),
                  since = made_at(session)](SignalName const& signal, std::string const& attempt, Tier tier) {
    return journal->count_attempt(path, signal, attempt, tier, since);
  };
  constexpr auto patience = std::chrono::milliseconds(100);
  policy.forget = [journal, path = session.shown(), patience](SignalName const& signal) {
    journal->forget_attempts(path, signal, patience);
  };
  return policy;
}

} // namespace artifactd
