// Every setting once: its key, its member of Config, and the rule for its value. Reading, rendering and the
// list of known keys are visitors over these lists; a new setting is one line here and one in config.hpp. A
// visitor is called as visit(key, value, rule).
#pragma once

#include "daemon/config/config_rules.hpp"

namespace artifactd {

inline constexpr std::array place_words = {Word<GraphSide>{"auto", GraphSide::automatic},
                                           Word<GraphSide>{"root", GraphSide::root},
                                           Word<GraphSide>{"knowledge", GraphSide::knowledge}};
inline constexpr std::array lock_words = {Word<OtherLock::How>{"mkdir", OtherLock::How::make_directory},
                                          Word<OtherLock::How>{"create", OtherLock::How::create},
                                          Word<OtherLock::How>{"flock", OtherLock::How::flock}};
inline constexpr std::array strategy_words = {Word<Strategy>{"namespace", Strategy::name_space},
                                              Word<Strategy>{"append", Strategy::append},
                                              Word<Strategy>{"filter", Strategy::filter}};
inline constexpr std::array profile_words = {Word<Profile>{"generic", Profile::generic},
                                             Word<Profile>{"extraction", Profile::extraction},
                                             Word<Profile>{"game", Profile::game}};
inline constexpr std::array simulation_words = {Word<play::Simulation>{"certain", play::Simulation::certain},
                                                Word<play::Simulation>{"report", play::Simulation::report},
                                                Word<play::Simulation>{"off", play::Simulation::off}};
inline constexpr std::array editor_choices = {
    Word<std::optional<editor::Engine>>{"auto", std::nullopt},
    Word<std::optional<editor::Engine>>{"off", editor::Engine::off},
    Word<std::optional<editor::Engine>>{"rules", editor::Engine::rules},
    Word<std::optional<editor::Engine>>{"model", editor::Engine::model}};
inline constexpr std::array repair_words = {Word<TextRepairPolicy>{"off", TextRepairPolicy::off},
                                            Word<TextRepairPolicy>{"suggest", TextRepairPolicy::suggest},
                                            Word<TextRepairPolicy>{"apply", TextRepairPolicy::apply}};
inline constexpr std::array over_words = {Word<Assertion::Over>{"artifacts", Assertion::Over::artifacts},
                                          Word<Assertion::Over>{"graph", Assertion::Over::graph}};
inline constexpr std::array on_invalid_words = {
    Word<StatePolicy::OnInvalid>{"restore", StatePolicy::OnInvalid::restore},
    Word<StatePolicy::OnInvalid>{"report", StatePolicy::OnInvalid::report},
    Word<StatePolicy::OnInvalid>{"ignore", StatePolicy::OnInvalid::ignore}};
inline constexpr std::array confirm_words = {Word<report::Confirm>{"operator", report::Confirm::operators},
                                             Word<report::Confirm>{"owner", report::Confirm::owner},
                                             Word<report::Confirm>{"file", report::Confirm::file}};
inline constexpr std::array reveal_words = {Word<report::Reveal>{"own", report::Reveal::own},
                                            Word<report::Reveal>{"all", report::Reveal::all}};
inline constexpr std::array format_words = {Word<LogFormat>{"text", LogFormat::text},
                                            Word<LogFormat>{"json", LogFormat::json}};
inline constexpr std::array level_words = {
    Word<LogLevel>{"debug", LogLevel::debug}, Word<LogLevel>{"info", LogLevel::info},
    Word<LogLevel>{"warning", LogLevel::warning}, Word<LogLevel>{"error", LogLevel::error}};
inline constexpr std::array model_kind_words = {
    Word<ModelConfig::Kind>{"anthropic", ModelConfig::Kind::anthropic},
    Word<ModelConfig::Kind>{"openai", ModelConfig::Kind::openai},
    Word<ModelConfig::Kind>{"command", ModelConfig::Kind::command}};
inline constexpr std::array shape_words = {
    Word<model::ShapeForm>{"json_schema", model::ShapeForm::json_schema},
    Word<model::ShapeForm>{"flat_schema", model::ShapeForm::flat_schema},
    Word<model::ShapeForm>{"json_object", model::ShapeForm::json_object},
    Word<model::ShapeForm>{"none", model::ShapeForm::none}};

inline constexpr auto each_demand_setting = [](auto& demand, auto&& visit) {
  visit("that", demand.that, TextRule{});
  visit("message", demand.message, TextRule{});
  visit("over", demand.over, OneOf{over_words});
};

inline constexpr auto each_action_setting = [](auto& rule, auto&& visit) {
  visit("match", rule.match, TextRule{});
  visit("command", rule.command, WordsRule{});
};

inline constexpr auto each_lock_setting = [](auto& lock, auto&& visit) {
  visit("path", lock.path, TextRule{});
  visit("how", lock.how, OneOf{lock_words});
};

inline constexpr auto each_price_setting = [](auto& price, auto&& visit) {
  visit("from", price.from, DayRule{});
  visit("input", price.input, MoneyRule{});
  visit("cached", price.cached, MoneyRule{});
  visit("cache_write", price.cache_write, MoneyRule{});
  visit("output", price.output, MoneyRule{});
};

template <class C, class Visitor>
void each_play_setting(C& config, Visitor& visit) {
  using namespace std::chrono_literals;
  visit("play.confirm", config.report.confirm, OneOf{confirm_words});
  visit("play.reveal", config.report.reveal, OneOf{reveal_words});
  visit("play.repair", config.report.repair, FlagRule{});
  visit("play.assistant", config.report.assistant, TextRule{});
  visit("play.timeout", config.report.timeout, DurationRule{1s, 1h});
}

inline constexpr std::array anonymous_words = {
    Word<WebConfig::Anonymous>{"nothing", WebConfig::Anonymous::nothing},
    Word<WebConfig::Anonymous>{"read", WebConfig::Anonymous::read}};

template <class C, class Visitor>
void each_web_setting(C& config, Visitor& visit) {
  using namespace std::chrono_literals;
  constexpr std::uint64_t kib = 1024, mib = kib * kib;
  visit("web.listen", config.web.listen, TextRule{});
  visit("web.socket", config.web.socket, PathRule{.may_be_empty = true});
  visit("web.anonymous", config.web.anonymous, OneOf{anonymous_words});
  visit("web.hosts", config.web.hosts, WordsRule{});
  visit("web.connections", config.web.connections, CountRule{1, 10'000});
  visit("web.streams", config.web.streams, CountRule{1, 10'000});
  visit("web.strangers", config.web.strangers, CountRule{1, 10'000});
  visit("web.body_bytes", config.web.body, SizeRule{kib, 64 * mib});
  visit("web.patience", config.web.patience, DurationRule{100ms, 1h});
}

inline constexpr std::array risk_choices = {Word<Risk>{"none", Risk::none}, Word<Risk>{"low", Risk::low},
                                            Word<Risk>{"medium", Risk::medium},
                                            Word<Risk>{"high", Risk::high}};
template <class C, class Visitor>
void each_tuning_setting(C& config, Visitor& visit) {
  using namespace std::chrono_literals;
  visit("tuning.drive", config.tuning.by_itself, FlagRule{});
  visit("tuning.action", config.tuning.actions,
        TablesRule{each_action_setting, R"({ match = "action-diagnose-*", command = ["…"] })"});
  visit("tuning.yes_to", config.tuning.yes_to, OneOf{risk_choices});
  visit("tuning.max_rounds", config.tuning.most_actions, CountRule{1, 1000});
  visit("tuning.timeout", config.tuning.agents.timeout, DurationRule{1s, 24h});
}

template <class C, class Visitor>
void each_limit(C& config, Visitor& visit) {
  using namespace std::chrono_literals;
  constexpr std::uint64_t kib = 1024, mib = kib * kib, gib = kib * mib;
  visit("limits.artifact_bytes", config.kg.artifacts.bytes, SizeRule{1, 64 * mib});
  visit("limits.artifact_files", config.kg.artifacts.files, CountRule{1, 100'000});
  visit("limits.unpacked_bytes", config.kg.artifacts.unpacked, SizeRule{1, gib});
  visit("limits.log_bytes", config.kg.artifacts.log, SizeRule{1, gib});
  visit("limits.agent_bytes", config.kg.artifacts.total, SizeRule{1, 4 * gib});
  visit("limits.agent_lines", config.kg.artifacts.lines, CountRule{1, 100'000'000});
  visit("limits.agent_members", config.kg.artifacts.members, CountRule{1, 100'000'000});
  visit("limits.json_depth", config.kg.artifacts.depth, CountRule{1, 250});
  visit("limits.agents_per_rewrite", config.kg.agents_per_rewrite, CountRule{1, 4096});
  visit("limits.live_plays", config.report.live_plays, CountRule{0, 100'000});
  visit("limits.jq_time", config.jq.time, DurationRule{10ms, 1h});
  visit("limits.jq_memory", config.jq.memory, SizeRule{64 * mib, 64 * gib});
  visit("limits.jq_output", config.jq.output, SizeRule{kib, gib});
}

template <class C, class Visitor>
void each_turn_setting(C& config, Visitor& visit) {
  using namespace std::chrono_literals;
  constexpr std::uint64_t kib = 1024, mib = kib * kib;
  visit("turn.small", config.turn.small, TextRule{});
  visit("turn.large", config.turn.large, TextRule{});
  visit("turn.models", config.turn.models, WordsRule{});
  visit("turn.database", config.turn.database, DatabaseRule{});
  visit("turn.at_once", config.turns_at_once, CountRule{1, 1024});
  visit("turn.timeout", config.turn.timeout, DurationRule{1s, 24h});
  visit("turn.prompt_bytes", config.turn.prompt_bytes, SizeRule{4 * kib, 16 * mib});
}

template <class C, class Visitor>
void each_process_setting(C& config, Visitor& visit) {
  using namespace std::chrono_literals;
  constexpr std::uint64_t mib = std::uint64_t{1} << 20;
  visit("state_dir", config.state_dir, PathRule{});
  visit("runtime_dir", config.runtime_dir, PathRule{});
  visit("agents_dir", config.kg.agents_dir, PathRule{.may_be_empty = true});
  visit("workers", config.workers, CountRule{1, 1024});
  visit("memory", config.memory, SizeRule{mib, mib * mib});
  visit("audit_interval", config.audit_interval, DurationRule{100ms, 1h});
  visit("events", config.events, FlagRule{});
}

/// Everything outside of the tables in lists and under keys; "section.key" in [section].
inline constexpr auto each_setting = [](auto& config, auto&& visit) {
  using namespace std::chrono_literals;
  constexpr std::uint64_t kib = 1024, mib = kib * kib, gib = kib * mib;
  each_process_setting(config, visit);
  visit("log.format", config.log.format, OneOf{format_words});
  visit("log.level", config.log.level, OneOf{level_words});
  visit("graph.place", config.kg.side, OneOf{place_words});
  visit("graph.must_exist", config.kg.graph.must_exist, FlagRule{});
  visit("graph.max_bytes", config.kg.graph.bytes, SizeRule{4 * kib, 64 * gib});
  visit("graph.also_lock", config.kg.locking.others,
        TablesRule{each_lock_setting, R"({ path = "graph.lock", how = "flock" })"});
  each_limit(config, visit);
  visit("history.generations", config.kg.history.generations, CountRule{1, 10'000});
  visit("history.bytes", config.kg.history.bytes, SizeRule{1, 16 * kib * gib});
  visit("history.values", config.kg.history.values, CountRule{2, 1000});
  visit("kg.lock_stale_after", config.kg.locking.stale_after, DurationRule{100ms, 24h});
  visit("state.on_invalid", config.state.on_invalid, OneOf{on_invalid_words});
  visit("state.patience", config.state.patience, DurationRule{20ms, 1min});
  visit("state.apply_fixes", config.fixes.apply, FlagRule{});
  visit("state.verify", config.fixes.verify, ProgramRule{});
  visit("state.verify_timeout", config.fixes.verify_timeout, DurationRule{1s, 1h});
  visit("state.versions", config.state.history.good.generations, CountRule{2, 10'000});
  visit("state.version_bytes", config.state.history.good.bytes, SizeRule{mib, 64 * gib});
  visit("state.refused_versions", config.state.history.aside.generations, CountRule{1, 10'000});
  visit("state.refused_bytes", config.state.history.aside.bytes, SizeRule{mib, 64 * gib});
  visit("attempts.total", config.attempts.total, CountRule{1, 100});
  visit("attempts.syntax", config.attempts.tiers[0], CountRule{0, 100});
  visit("attempts.schema", config.attempts.tiers[1], CountRule{0, 100});
  visit("attempts.semantic", config.attempts.tiers[2], CountRule{0, 100});
  visit("reinvoke.at_once", config.reinvoke.at_once, CountRule{1, 256});
  visit("reinvoke.postponed_for", config.reinvoke.postponed_for, DurationRule{100ms, 24h});
  visit("reinvoke.socket", config.reinvoke.socket, PathRule{.may_be_empty = true});
  visit("editor.coordinator", config.edit.keys.coordinator, TextRule{});
  visit("editor.fragments", config.edit.keys.fragments, TextRule{});
  visit("editor.complex_fragments", config.edit.keys.complex_fragments, TextRule{});
  visit("editor.attempts", config.edit.attempts, CountRule{1, 10});
  visit("editor.runs", config.edit.runs_kept, CountRule{1, 1000});
  visit("editor.timeout", config.edit.models.timeout, DurationRule{1s, 24h});
  each_tuning_setting(config, visit);
  each_turn_setting(config, visit);
  each_play_setting(config, visit);
  visit("journal.rows", config.journal.rows, CountRule{1000, 100'000'000});
  visit("journal.content", config.journal.content, FlagRule{});
  visit("model.socket", config.model.socket, PathRule{.may_be_empty = true});
  auto& budget = config.model.budget;
  visit("model.call_dollars", budget.call.money, MoneyLimitRule{});
  visit("model.run_dollars", budget.run.money, MoneyLimitRule{});
  visit("model.session_dollars", budget.session.money, MoneyLimitRule{});
  visit("model.day_dollars", budget.day.money, MoneyLimitRule{});
  visit("model.call_tokens", budget.call.tokens, TokenLimitRule{});
  visit("model.run_tokens", budget.run.tokens, TokenLimitRule{});
  visit("model.session_tokens", budget.session.tokens, TokenLimitRule{});
  visit("model.day_tokens", budget.day.tokens, TokenLimitRule{});
  each_web_setting(config, visit);
};

inline constexpr auto each_root_setting = [](auto& root, auto&& visit) {
  visit("path", root.path, PathRule{});
  visit("depth", root.depth, CountRule{0, 8});
  visit("target_root", root.target_root, PathRule{.may_be_empty = true});
};

inline constexpr auto each_agent_setting = [](auto& rule, auto&& visit) {
  visit("match", rule.match, TextRule{});
  visit("kinds", rule.kinds, KindsRule{});
  visit("strategy", rule.work.strategy, OneOf{strategy_words});
  visit("filter", rule.work.filter, TextRule{});
  visit("required", rule.work.required, FileNamesRule{});
  visit("artifact_version", rule.work.version, VersionRule{});
  visit("produces", rule.work.produces, FlagRule{});
  visit("profile", rule.work.checks.profile, OneOf{profile_words});
  visit("simulate", rule.work.checks.simulation, OneOf{simulation_words});
  visit("editor", rule.editor, OneOf{editor_choices});
  visit("repair", rule.work.repair, OneOf{repair_words});
  visit("schema", rule.schema, SchemaFileRule{});
  visit("schemas", rule.schemas, SchemaFilesRule{});
  visit("assert", rule.work.checks.assertions,
        TablesRule{each_demand_setting, R"({ that = ".claims | length > 0", message = "…" })"});
  visit("reinvoke", rule.reinvoke, WordsRule{});
  visit("reinvoke_env", rule.reinvoke_env, WordsRule{});
  visit("reinvoke_timeout", rule.reinvoke_timeout,
        DurationRule{std::chrono::seconds(1), std::chrono::hours(24)});
  visit("reinvoke_memory", rule.reinvoke_memory, SizeRule{std::uint64_t{16} << 20, std::uint64_t{1} << 40});
};

inline constexpr auto each_model_setting = [](auto& each, auto&& visit) {
  using namespace std::chrono_literals;
  auto& endpoint = each.endpoint;
  visit("kind", each.kind, OneOf{model_kind_words});
  visit("base_url", endpoint.base_url, TextRule{});
  visit("model", endpoint.model, TextRule{});
  visit("key_file", each.key_file, PathRule{.may_be_empty = true});
  visit("credential", each.credential, TextRule{});
  visit("command", each.command, WordsRule{});
  visit("price", each.prices,
        TablesRule{each_price_setting, R"({ from = "2026-01-01", input = 1.0, output = 5.0 })"});
  visit("free", each.free, FlagRule{});
  visit("shape", endpoint.shape, OneOf{shape_words});
  visit("max_tokens_name", endpoint.max_tokens_name, TextRule{});
  visit("seed", endpoint.seed, IntegerRule{});
  visit("temperature", endpoint.temperature, NumberRule{0, 2});
  visit("stream", endpoint.stream, FlagRule{});
  visit("connect_timeout", endpoint.timeouts.connect, DurationRule{100ms, 1h});
  visit("first_byte_timeout", endpoint.timeouts.first_byte, DurationRule{100ms, 1h});
  visit("idle_timeout", endpoint.timeouts.idle, DurationRule{100ms, 1h});
  visit("timeout", endpoint.timeouts.total, DurationRule{100ms, 24h});
  visit("retries", endpoint.retries, CountRule{0, 10});
  visit("at_once", each.gate.at_once, CountRule{1, 256});
  visit("per_minute", each.gate.per_minute, CountRule{0, 100'000});
  visit("proxy", endpoint.proxy, TextRule{});
  visit("ca_file", endpoint.ca_file, PathRule{.may_be_empty = true});
};

} // namespace artifactd
