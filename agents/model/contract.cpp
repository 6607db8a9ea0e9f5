#include "agents/model/contract.hpp"

#include "agents/model/message_json.hpp"
#include "merge/schema/shelf.hpp"
#include "state/names.hpp"

#include <fmt/core.h>

namespace artifactd::model {

namespace {

using Faults = std::vector<std::string>;

/// A text that cannot be read is pointed into by line and column, a value by its pointer alone.
Faults told(std::vector<Finding> findings) {
  Faults faults;
  for (auto& each : findings) {
    each.file.clear();
    if (each.tier != Tier::syntax) each.line = each.column = std::nullopt;
    faults.push_back(to_instruction(each));
  }
  return faults;
}

/// The one place that decides which texts count as JSON: strict ones. A lossless mending of the rest belongs
/// before it, and is to be told in the record of the step.
std::expected<nlohmann::ordered_json, Faults> sound_json(std::string_view reply, JsonBounds const& bounds) {
  auto value = read_json(reply, bounds);
  if (!value) return std::unexpected(told(std::move(value).error()));
  return *std::move(value);
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
      {.text = schema_text(contract.shape), .shown = fmt::format("the shape {}", contract.shape.name)}));
  return ReplyJudge(contract, std::move(schema), bounds);
}

std::expected<nlohmann::ordered_json, Faults> ReplyJudge::judge(std::string_view reply) const {
  auto value = sound_json(reply, bounds_);
  if (!value) return value;
  if (auto faults = shape_faults(trimmed(reply), *schema_); !faults.empty())
    return std::unexpected(std::move(faults));
  if (auto faults = checked(*contract_, *value); !faults.empty()) return std::unexpected(std::move(faults));
  return value;
}

} // namespace artifactd::model
