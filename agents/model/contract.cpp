#include "agents/model/contract.hpp"

#include "merge/schema/shelf.hpp"
#include "state/json/mistake.hpp"
#include "state/json/repair.hpp"
#include "state/vocabulary/names.hpp"
#include "state/vocabulary/utf8.hpp"

#include <fmt/core.h>
#include <optional>

namespace artifactd::model {

namespace {

using Faults = std::vector<std::string>;

/// Faults in unreadable text carry line and column, faults in a value only its pointer.
Faults told(std::vector<Finding> findings) {
  Faults faults;
  for (auto& each : findings) {
    each.file.clear();
    if (each.tier != Tier::syntax) each.line = each.column = std::nullopt;
    faults.push_back(to_instruction(each));
  }
  return faults;
}

/// The reply as strict JSON.
struct Sound {
  std::string text;
  nlohmann::ordered_json value;
  std::vector<std::string> repairs = {};
};

/// std::nullopt if it cannot be repaired in exactly one way.
std::optional<Sound> repaired_json(std::string_view reply, JsonBounds const& bounds) {
  if (reply.size() > bounds.bytes) return std::nullopt;
  auto repaired = json::repair(reply, {.depth = bounds.depth});
  if (!repaired) return std::nullopt;
  auto value = read_json(repaired->text, bounds);
  if (!value) return std::nullopt;
  Sound sound{std::move(repaired->text), *std::move(value)};
  for (auto const& each : repaired->repairs)
    sound.repairs.push_back(printable(json::sentence(each)));
  return sound;
}

/// For a reply in which no object begins: the place where prose stops being JSON would not help its author.
Faults not_an_object(std::string_view reply) {
  return {fmt::format("the reply is not a JSON object: \"{}\". Expected one JSON object, from {{ to }}, and "
                      "nothing before or after it.",
                      json::shortened(trimmed(reply)))};
}

/// The only function that decides which texts count as JSON.
std::expected<Sound, Faults> sound_json(std::string_view reply, ReplyShape const& shape,
                                        JsonBounds const& bounds) {
  auto value = read_json(reply, bounds, json::Source::reply);
  if (value) return Sound{std::string(reply), *std::move(value)};
  if (auto repaired = repaired_json(reply, bounds)) return *std::move(repaired);
  if (reply.size() <= bounds.bytes && !trimmed(reply).empty() && is_utf8(reply) && !reply.contains('{') &&
      shape.schema().value("type", nlohmann::ordered_json()) == "object")
    return std::unexpected(not_an_object(reply));
  return std::unexpected(told(std::move(value).error()));
}

Faults shape_faults(std::string_view reply, CompiledSchema const& schema) {
  auto findings = schema.findings("the reply", reply);
  if (!findings) return {printable(findings.error().message)};
  return told(*std::move(findings));
}

Faults checked(Contract const& contract, nlohmann::ordered_json const& value) try {
  if (!contract.check) return {};
  auto faults = contract.check(value);
  for (auto& each : faults)
    each = printable(each);
  return faults;
} catch (std::exception const& error) {
  return {printable(fmt::format("the value could not be checked: {}", error.what()))};
}

} // namespace

Result<ReplyJudge> ReplyJudge::over(Contract const& contract, JsonBounds const& bounds) {
  auto schema = TRY(compiled_schema(
      {.text = contract.shape.text, .shown = fmt::format("the shape {}", contract.shape.name)}));
  return ReplyJudge(contract, std::move(schema), bounds);
}

std::expected<Judged, Faults> ReplyJudge::judge(std::string_view reply) const {
  auto sound = sound_json(reply, contract_->shape, bounds_);
  if (!sound) return std::unexpected(std::move(sound).error());
  if (auto faults = shape_faults(trimmed(sound->text), *schema_); !faults.empty())
    return std::unexpected(std::move(faults));
  if (auto faults = checked(*contract_, sound->value); !faults.empty())
    return std::unexpected(std::move(faults));
  return Judged{std::move(sound->value), std::move(sound->text), std::move(sound->repairs)};
}

} // namespace artifactd::model
