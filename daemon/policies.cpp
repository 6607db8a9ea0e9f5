#include "daemon/policies.hpp"

#include "agents/child/remote.hpp"
#include "daemon/model_catalogue.hpp"
#include "daemon/model_source.hpp"
#include "merge/kg/kg_kind.hpp"

#include <algorithm>
#include <cstdlib>

namespace artifactd {

namespace {

GraphSide side_of(GraphConfig::Place place) {
  switch (place) {
  case GraphConfig::Place::root:
    return GraphSide::root;
  case GraphConfig::Place::knowledge:
    return GraphSide::knowledge;
  case GraphConfig::Place::automatic:
    return GraphSide::automatic;
  }
  return GraphSide::automatic;
}

Strategy strategy_of(AgentRule::Strategy strategy) {
  switch (strategy) {
  case AgentRule::Strategy::append:
    return Strategy::append;
  case AgentRule::Strategy::filter:
    return Strategy::filter;
  case AgentRule::Strategy::name_space:
    return Strategy::name_space;
  }
  return Strategy::name_space;
}

SchemaOrigin origin_of(std::string const& path) {
  auto slash = path.rfind('/');
  return {.directory = slash == 0 ? "/" : path.substr(0, slash), .file = path.substr(slash + 1)};
}

} // namespace

namespace {

MendingPolicy mending_of(AgentRule::Repair repair) {
  switch (repair) {
  case AgentRule::Repair::off:
    return MendingPolicy::off;
  case AgentRule::Repair::suggest:
    return MendingPolicy::suggest;
  case AgentRule::Repair::apply:
    return MendingPolicy::apply;
  }
  return MendingPolicy::off;
}

} // namespace

Checks checks_of(AgentRule const& rule) {
  Checks checks;
  if (rule.profile == AgentRule::Profile::extraction) checks.profile = Profile::extraction;
  if (rule.profile == AgentRule::Profile::game) checks.profile = Profile::game;
  if (!rule.schema.empty()) checks.schemas.push_back({"*", origin_of(rule.schema)});
  for (auto const& [files, path] : rule.schemas)
    checks.schemas.push_back({files, origin_of(path)});
  for (auto const& demand : rule.demands)
    checks.assertions.push_back({demand.that, demand.message,
                                 demand.over == AgentRule::Demand::Over::graph ? Assertion::Over::graph
                                                                               : Assertion::Over::artifacts});
  return checks;
}

namespace {

tuning::StateBounds state_bounds_of(Config const& config) {
  auto const& state = config.state;
  return {{state.versions, state.version_bytes}, {state.refused_versions, state.refused_bytes}};
}

} // namespace

KgPolicy kg_policy(Config const& config) {
  KgPolicy policy;
  auto const& limits = config.limits;
  policy.artifacts = {limits.artifact_bytes, limits.artifact_files, limits.json_depth,
                      limits.unpacked_bytes, limits.log_bytes,      limits.agent_bytes};
  policy.side = side_of(config.graph.place);
  policy.graph.bytes = config.graph.max_bytes;
  policy.graph.must_exist = config.graph.must_exist;
  policy.history = {config.history.generations, config.history.bytes, config.history.values};
  policy.locking = {config.kg.lock_stale_after, config.graph.also_lock};
  policy.agents_per_rewrite = config.limits.agents_per_rewrite;
  policy.agents_dir = config.agents_dir;
  policy.rules = [config](Name const& agent) {
    auto const* rule = config.rule_for(agent, kg_kind);
    if (rule == nullptr) return AgentRules{};
    auto checks = checks_of(*rule);
    checks.jq = {config.limits.jq_time, config.limits.jq_memory, config.limits.jq_output};
    return AgentRules{strategy_of(rule->strategy), rule->filter,   rule->required,
                      std::move(checks),           rule->produces, rule->artifact_version,
                      mending_of(rule->repair)};
  };
  return policy;
}

namespace {

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

} // namespace

namespace {

editor::EditPolicy edit_policy(Config const& config) {
  auto const& words = config.editor;
  editor::EditPolicy policy{.attempts = words.attempts, .runs_kept = words.runs};
  policy.keys = {words.coordinator, words.fragments.empty() ? words.coordinator : words.fragments,
                 words.complex_fragments};
  policy.models = {.timeout = words.timeout,
                   .open = model_source(config.models, config.model_path()),
                   .prices = prices_by_key(config.models)};
  return policy;
}

editor::Engine engine_of(AgentRule const& rule) {
  auto const game = rule.profile == AgentRule::Profile::game;
  switch (rule.editor) {
  case AgentRule::Editor::off:
    return editor::Engine::off;
  case AgentRule::Editor::rules:
    return editor::Engine::rules;
  case AgentRule::Editor::model:
    return editor::Engine::model;
  case AgentRule::Editor::automatic:
    return game ? editor::Engine::rules : editor::Engine::off;
  }
  return editor::Engine::off;
}

} // namespace

FixPolicy fix_policy(Config const& config, std::string const& root) {
  auto entry = std::ranges::find(config.roots, root, &RootConfig::path);
  return {.target_root = entry == config.roots.end() ? "" : entry->target_root,
          .verify = config.state.verify,
          .verify_timeout = config.state.verify_timeout,
          .apply = config.state.apply_fixes,
          .records = config.fix_records_path(),
          .history = state_bounds_of(config),
          .runner = runner_of(config.reinvoke)};
}

Policies policies(Config const& config) {
  auto number = [](unsigned count) { return static_cast<int>(count); };
  auto const& attempts = config.attempts;
  RefusalPolicy refusal{{number(attempts.total),
                         {number(attempts.syntax), number(attempts.schema), number(attempts.semantic)}}};
  auto rules = [config](SignalName const& signal) -> std::optional<ReinvokeRule> {
    auto const* rule = config.rule_for(signal.name, signal.kind);
    if (rule == nullptr || rule->reinvoke.empty()) return std::nullopt;
    return reinvoke_rule_of(*rule);
  };
  refusal.can_reinvoke = [rules](SignalName const& signal) { return rules(signal).has_value(); };
  auto engine = [config](SignalName const& signal) {
    auto const* rule = signal.kind == kg_kind ? config.rule_for(signal.name, kg_kind) : nullptr;
    return rule == nullptr ? editor::Engine::off : engine_of(*rule);
  };
  auto mends = [config](SignalName const& signal) {
    auto const* rule = signal.kind == kg_kind ? config.rule_for(signal.name, kg_kind) : nullptr;
    return rule != nullptr && rule->repair == AgentRule::Repair::apply;
  };
  refusal.can_edit = [engine, mends](SignalName const& signal, Tier tier) {
    return (tier == Tier::syntax && mends(signal)) ||
           (tier == Tier::semantic && engine(signal) != editor::Engine::off) ||
           (tier == Tier::schema && engine(signal) == editor::Engine::model);
  };
  auto any = std::ranges::any_of(config.agents, [](AgentRule const& rule) {
    return !rule.reinvoke.empty() || engine_of(rule) != editor::Engine::off ||
           rule.repair == AgentRule::Repair::apply;
  });
  auto runner = runner_of(config.reinvoke);
  SandboxSettings sandbox{.runner = runner};
  StatePolicy const state{.on_invalid = config.state.on_invalid,
                          .history = state_bounds_of(config),
                          .patience = config.state.patience};
  auto fixes = [config](std::string const& root) { return fix_policy(config, root); };
  return {.served = config.served,
          .kg = kg_policy(config),
          .state = state,
          .fixes = fixes,
          .refusal = std::move(refusal),
          .reinvoke_rule = rules,
          .editor = engine,
          .mends = mends,
          .edit = edit_policy(config),
          .any_taken_up = any,
          .runner = runner,
          .sandbox = sandbox,
          .runs_at_once = config.reinvoke.at_once};
}

RefusalPolicy counted(RefusalPolicy policy, Journal* journal, std::string session) {
  if (journal != nullptr)
    policy.count = [journal, session = std::move(session)](SignalName const& signal,
                                                           std::string const& attempt, Tier tier) {
      return journal->count_attempt(session, signal, attempt, tier);
    };
  return policy;
}

} // namespace artifactd
