#include "state/session/session_layout.hpp"

#include <algorithm>
#include <fmt/core.h>

namespace artifactd::layout {

namespace {

constexpr std::string_view packed_suffix = ".gz";
constexpr std::string_view prepared_prefix = "positions.";
constexpr std::string_view prepared_suffix = ".json";

} // namespace

std::optional<ArtifactForm> artifact_form(std::string_view name) noexcept {
  if (name.starts_with('.')) return std::nullopt;
  if (name.ends_with(".json")) return ArtifactForm::json;
  if (name.ends_with(".json.gz")) return ArtifactForm::packed;
  if (name.ends_with(".ndjson")) return ArtifactForm::log;
  return std::nullopt;
}

std::string packed_name(std::string_view name) {
  return std::string(name).append(packed_suffix);
}

std::string_view plain_name(std::string_view artifact) {
  if (artifact.ends_with(packed_suffix)) artifact.remove_suffix(packed_suffix.size());
  return artifact;
}

std::string artifacts_of(Name const& agent) {
  return artifacts + "/" + agent.str();
}

std::string values_of(Name const& agent) {
  return values + "/" + agent.str() + std::string(values_suffix);
}

std::string log_positions_of(Name const& agent) {
  return logs + "/" + agent.str() + ".json";
}

std::string prepared_positions_of(Name const& agent) {
  return fmt::format("{}/{}{}{}", work, prepared_prefix, agent.str(), prepared_suffix);
}

std::optional<Name> agent_of_prepared(std::string_view name) {
  if (!name.starts_with(prepared_prefix) || !name.ends_with(prepared_suffix)) return std::nullopt;
  name.remove_prefix(prepared_prefix.size());
  name.remove_suffix(std::min(name.size(), prepared_suffix.size()));
  return Name::parse(name);
}

std::string samples_of(Name const& rule) {
  return rule.str() + ".samples.json";
}

std::string result_of(Name const& rule) {
  return rule.str() + ".result.json";
}

std::string request_of(Name const& edit) {
  return edits + "/" + edit.str() + ".json";
}

std::string turn_of(Name const& turn) {
  return turns + "/" + turn.str() + ".json";
}

std::string turn_result_of(Name const& turn) {
  return turns + "/" + turn.str() + ".result.json";
}

std::string play_of(Name const& play) {
  return plays + "/" + play.str();
}

std::string report_of(Name const& report) {
  return reports + "/" + report.str() + ".json";
}

std::string report_result_of(Name const& report) {
  return reports + "/" + report.str() + ".result.json";
}

std::string edit_result_of(Name const& edit) {
  return edits + "/" + edit.str() + ".result.json";
}

std::string inputs_of(SignalName const& signal) {
  return fmt::format(fmt::runtime(signal.kind.traits().inputs), signal.name.str());
}

std::string signal(SignalName const& signal) {
  if (signal.kind.is_document()) return signal.name.str() + ".json";
  return fmt::format("{}.{}.lock", signal.name.str(), signal.kind.word());
}

std::string refused(SignalName const& refused_signal) {
  return signal(refused_signal) + ".error";
}

std::string instructions(SignalName const& signal) {
  if (signal.kind.is_default() || signal.kind.is_document())
    return signal.name.str() + ".retry-instructions.json";
  return fmt::format("{}.{}.retry-instructions.json", signal.name.str(), signal.kind.word());
}

std::string attempts_of(SignalName const& signal) {
  return fmt::format("{}/{}.{}.json", attempts, signal.name.str(), signal.kind.word());
}

std::string warnings_of(SignalName const& signal) {
  return fmt::format("{}/{}.{}.json", warnings, signal.name.str(), signal.kind.word());
}

std::string run_log(SignalName const& signal, std::string const& attempt) {
  return fmt::format("{}.{}.{}.log", signal.name.str(), signal.kind.word(), attempt);
}

} // namespace artifactd::layout
