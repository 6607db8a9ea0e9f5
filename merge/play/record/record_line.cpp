#include "merge/play/record/record_line.hpp"

#include "state/json/json_member.hpp"
#include "state/json/json_text.hpp"

#include <algorithm>
#include <array>
#include <fmt/core.h>

namespace artifactd::play {

namespace {

using LineKind = RecordLine::Kind;

constexpr std::array<std::string_view, 6> line_kinds = {"init",       "action",  "transition",
                                                        "correction", "restart", "error"};
constexpr std::array<std::string_view, 17> line_members = {"step",
                                                           "at",
                                                           "kind",
                                                           "turn",
                                                           "phaseBefore",
                                                           "phaseAfter",
                                                           "transitionId",
                                                           "actionId",
                                                           "playerId",
                                                           "input",
                                                           "ops",
                                                           "rng",
                                                           "model",
                                                           "source",
                                                           "error",
                                                           "stateDigestBefore",
                                                           "stateDigestAfter"};

/// An error may name the step that failed.
bool names_a_step(RecordLine const& line) {
  if (line.kind == LineKind::error) return !line.taken.id.empty();
  return line.kind == LineKind::init || line.kind == LineKind::action || line.kind == LineKind::transition;
}

std::uint64_t whole_in(Value const& json, char const* name) {
  auto const found = json.find(name);
  return found != json.end() && found->is_number_unsigned() ? found->get<std::uint64_t>() : 0;
}

} // namespace

Value to_json(RecordLine const& line) {
  Value json{{"step", line.step}, {"at", line.at}, {"kind", line_kinds[static_cast<std::size_t>(line.kind)]}};
  if (line.turn > 0) json["turn"] = line.turn;
  json["phaseBefore"] = line.phase_before;
  json["phaseAfter"] = line.phase_after;
  if (names_a_step(line)) {
    auto const step = to_json(line.taken);
    for (auto const& [name, value] : step.items())
      if (name != "phase") json[name == "draws" ? "rng" : name] = value;
  }
  if (!line.ops.empty()) json["ops"] = line.ops;
  if (!line.source.empty()) json["source"] = line.source;
  if (!line.error.empty()) json["error"] = line.error;
  json["stateDigestBefore"] = line.digest_before;
  json["stateDigestAfter"] = line.digest_after;
  json.update(line.more);
  return json;
}

std::uint64_t RecordLine::origin() const {
  auto const from = more.find("from");
  return from != more.end() && from->is_number_unsigned() ? from->get<std::uint64_t>() : 0;
}

bool RecordLine::adopts_artifacts() const {
  return kind == Kind::restart && more.contains("artifacts") && more.contains("state");
}

std::string in_words(RecordLine const& line) {
  switch (line.kind) {
  case LineKind::correction:
    return fmt::format("the state is corrected: {}", compact(line.ops));
  case LineKind::restart:
    return fmt::format("the play goes on from before step {}", compact(line.more.value("from", Value())));
  case LineKind::error:
    return fmt::format("{}, which fails: {}", line.taken.id.empty() ? "a step" : in_words(line.taken),
                       line.error);
  default:
    return in_words(line.taken);
  }
}

std::expected<RecordLine, std::string> record_line_from(Value json) {
  if (!json.is_object()) return std::unexpected("it is not an object");
  auto const kind = std::ranges::find(line_kinds, text_member(json, "kind"));
  if (kind == line_kinds.end())
    return std::unexpected("'kind' is not one of init, action, transition, correction, restart, error");
  RecordLine line;
  line.kind = static_cast<LineKind>(kind - line_kinds.begin());
  line.step = whole_in(json, "step");
  if (line.step == 0) return std::unexpected("'step' is not a whole number from 1");
  line.turn = whole_in(json, "turn");
  line.at = text_member(json, "at");
  line.phase_before = text_member(json, "phaseBefore");
  line.phase_after = text_member(json, "phaseAfter");
  line.source = text_member(json, "source");
  line.error = text_member(json, "error");
  line.digest_before = text_member(json, "stateDigestBefore");
  line.digest_after = text_member(json, "stateDigestAfter");
  if (auto const ops = json.find("ops"); ops != json.end()) {
    if (!ops->is_array()) return std::unexpected("'ops' is not a list");
    line.ops = std::move(*ops);
  }
  auto const names_one = json.contains("actionId") || json.contains("transitionId");
  if (names_a_step(line) || (line.kind == LineKind::error && names_one)) {
    auto step = Value::object();
    for (auto const* name : {"transitionId", "actionId", "playerId", "input", "rng", "model"})
      if (auto const found = json.find(name); found != json.end())
        step[std::string_view(name) == "rng" ? "draws" : name] = std::move(*found);
    auto taken = step_from(step);
    if (!taken) return std::unexpected(std::move(taken).error());
    line.taken = *std::move(taken);
    line.taken.phase = line.phase_before;
  }
  for (auto& member : json.get_ref<Value::object_t&>())
    if (std::ranges::find(line_members, member.first) == line_members.end())
      line.more[member.first] = std::move(member.second);
  return line;
}

} // namespace artifactd::play
