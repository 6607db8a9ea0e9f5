#include "agents/model/contract.hpp"

#include "merge/schema/shelf.hpp"
#include "state/json/mistake.hpp"
#include "state/json/repair.hpp"
#include "state/vocabulary/names.hpp"
#include "state/vocabulary/utf8.hpp"

#include <algorithm>
#include <array>
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

/// Whether no character of it can be seen: they are ASCII blanks and the usual invisible characters.
bool is_blank(std::string_view text) {
  constexpr std::array<std::string_view, 7> invisible = {"\u00a0", "\u200b", "\u200c", "\u200d",
                                                         "\u2060", "\u3000", "\ufeff"};
  for (text = trimmed(text); !text.empty(); text = trimmed(text)) {
    auto const found =
        std::ranges::find_if(invisible, [&](std::string_view each) { return text.starts_with(each); });
    if (found == invisible.end()) return false;
    text.remove_prefix(found->size());
  }
  return true;
}

/// A text that must not be empty must not look empty, either. No pattern in a schema says so: prompts contain
/// it, and recorded replies match only the same bytes.
void find_blank(nlohmann::ordered_json const& schema, nlohmann::ordered_json const& value,
                std::string const& pointer, Faults& faults) {
  if (!schema.is_object()) return;
  if (value.is_string() && schema.contains("minLength") && is_blank(value.get_ref<std::string const&>()))
    faults.push_back(printable(pointer) + ": the text is blank. Expected visible characters.");
  if (auto const items = schema.find("items"); value.is_array() && items != schema.end())
    for (std::size_t i = 0; i < value.size(); ++i)
      find_blank(*items, value[i], fmt::format("{}/{}", pointer, i), faults);
  if (auto const properties = schema.find("properties"); value.is_object() && properties != schema.end())
    for (auto const& [name, member] : value.items())
      if (auto const known = properties->find(name); known != properties->end())
        find_blank(*known, member, fmt::format("{}/{}", pointer, name), faults);
}

Faults blank_texts(ReplyShape const& shape, nlohmann::ordered_json const& value) {
  Faults faults;
  find_blank(shape.schema(), value, "", faults);
  return faults;
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
  if (auto faults = blank_texts(contract_->shape, sound->value); !faults.empty())
    return std::unexpected(std::move(faults));
  if (auto faults = checked(*contract_, sound->value); !faults.empty())
    return std::unexpected(std::move(faults));
  return Judged{std::move(sound->value), std::move(sound->text), std::move(sound->repairs)};
}

} // namespace artifactd::model
