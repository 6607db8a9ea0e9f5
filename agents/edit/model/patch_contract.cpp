#include "agents/edit/model/patch_contract.hpp"

#include "agents/edit/model/member_guard.hpp"
#include "agents/edit/model/told_errors.hpp"
#include "merge/artifacts/artifact_text.hpp"
#include "state/json/json_member.hpp"
#include "state/json/json_text.hpp"
#include "state/session/session_layout.hpp"
#include "state/vocabulary/names.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <iterator>

namespace artifactd::editor {

namespace {

constexpr char const* patch_schema = R"({
  "type": "object",
  "required": ["diagnosis", "confidence", "patches"],
  "additionalProperties": false,
  "properties": {
    "diagnosis": {"type": "string", "minLength": 1, "maxLength": 4000},
    "confidence": {"enum": ["high", "medium", "low"]},
    "patches": {
      "type": "array", "minItems": 1, "maxItems": 60,
      "items": {
        "type": "object",
        "required": ["file", "op", "pointer", "description", "errorsAddressed"],
        "additionalProperties": false,
        "properties": {
          "file": {"type": "string", "minLength": 1, "maxLength": 255},
          "op": {"enum": ["add", "remove", "replace"]},
          "pointer": {"type": "string", "maxLength": 1024},
          "value": {},
          "description": {"type": "string", "minLength": 1, "maxLength": 2000},
          "errorsAddressed": {"type": "array", "maxItems": 100, "items": {"type": "string"}}
        }
      }
    }
  }
})";

bool is_patchable(ArtifactSet const& set, Artifact const& artifact) {
  auto const packed = layout::packed_name(artifact.name);
  return !is_log(artifact) && layout::plain_name(artifact.name) == artifact.name &&
         std::ranges::find(set.files, packed, &Artifact::name) == set.files.end();
}

/// `written` is the same value as the model wrote it: patch values are copied from there, digit by digit.
PointerPatch patch_from(Json const& value, JsonNode const& written, std::span<std::string const> errors) {
  PointerPatch patch{.op = parse_patch_op(text_member(value, "op")).value_or(PointerPatch::Op::replace),
                     .file = text_member(value, "file"),
                     .pointer = text_member(value, "pointer"),
                     .description = text_member(value, "description"),
                     .errors_addressed = errors_addressed(value, errors)};
  if (auto const* given = written.find("value"); given != nullptr && patch.op != PointerPatch::Op::remove)
    patch.value = given->text();
  return patch;
}

Result<void> patch_file(ArtifactSet& set, PointerPatch const& patch) {
  auto const file = std::ranges::find(set.files, patch.file, &Artifact::name);
  if (file == set.files.end() || !is_patchable(set, *file))
    return fail(Fault::missing, fmt::format("{} is not one of the files that can be patched",
                                            printable(patch.file).substr(0, 80)));
  file->bytes = TRY(patched(file->bytes, patch));
  return {};
}

/// What is wrong with a patch by itself.
std::vector<std::string> own_faults(Json const& patch, std::string const& at,
                                    std::span<std::string const> errors) {
  auto faults = addressing_faults(patch, at, errors);
  auto const removes = text_member(patch, "op") == "remove";
  if (removes && patch.contains("value")) faults.push_back(at + "/value: a remove has no value");
  if (!removes && !patch.contains("value")) faults.push_back(at + "/value: it is missing");
  return faults;
}

/// What the patches change although nothing points at it. A file with a number beyond all bounds is not
/// compared.
std::vector<std::string> lost_parts(ArtifactSet const& before, ArtifactSet const& after,
                                    std::span<Finding const> findings) {
  std::vector<std::string> faults;
  for (std::size_t i = 0; i < before.files.size(); ++i) {
    auto const& file = before.files[i];
    if (file.bytes == after.files[i].bytes) continue;
    auto const was = Json::parse(file.bytes, nullptr, false);
    auto const is = Json::parse(after.files[i].bytes, nullptr, false);
    if (was.is_discarded() || is.is_discarded()) continue;
    for (auto const& fault : MemberGuard(findings, file.path).faults(was, is))
      faults.push_back(fmt::format("/patches: in {}, {}", file.name, fault));
  }
  return faults;
}

std::vector<std::string> patch_faults(Json const& reply, ArtifactSet const& before,
                                      std::span<std::string const> errors, std::span<Finding const> findings,
                                      bool free) {
  auto set = before;
  auto const patches = patch_plan_from(reply, compact(reply), errors).patches;
  std::vector<std::string> faults;
  std::size_t bytes = 0;
  for (std::size_t i = 0; i < patches.size(); ++i) {
    auto own = own_faults(reply["patches"][i], fmt::format("/patches/{}", i), errors);
    std::ranges::move(own, std::back_inserter(faults));
    bytes += patches[i].value.size();
  }
  if (bytes > longest_patch_values)
    faults.push_back(
        fmt::format("/patches: their values take {} bytes, and {} are allowed", bytes, longest_patch_values));
  for (std::size_t i = 0; i < patches.size() && faults.empty(); ++i)
    if (auto done = patch_file(set, patches[i]); !done)
      faults.push_back(fmt::format("/patches/{}: {}", i, done.error().message));
  if (faults.empty() && !free) return lost_parts(before, set, findings);
  return faults;
}

} // namespace

std::vector<Artifact const*> patchable(ArtifactSet const& set) {
  std::vector<Artifact const*> files;
  for (auto const& file : set.files)
    if (is_patchable(set, file)) files.push_back(&file);
  return files;
}

model::Contract patch_contract(ArtifactSet const& set, std::span<std::string const> errors,
                               std::span<Finding const> findings, bool free) {
  return {.shape = {"pointer_patches", Json::parse(patch_schema)},
          .check = [&set, errors, findings, free](Json const& reply) {
            return patch_faults(reply, set, errors, findings, free);
          }};
}

ChangePlan patch_plan_from(Json const& value, std::string_view text, std::span<std::string const> errors) {
  ChangePlan plan;
  plan.diagnosis = text_member(value, "diagnosis");
  plan.confidence = parse_confidence(text_member(value, "confidence")).value_or(Confidence::low);
  plan.patterns = {std::string(model_pattern)};
  plan.unaddressed.assign(errors.begin(), errors.end());
  JsonNode const written(text);
  auto const nodes = written.find("patches")->children();
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    plan.patches.push_back(patch_from(value["patches"][i], nodes[i], errors));
    for (auto const& addressed : plan.patches.back().errors_addressed)
      std::erase(plan.unaddressed, addressed);
  }
  return plan;
}

Result<ArtifactSet> with_patches(ArtifactSet set, std::span<PointerPatch const> patches) {
  for (auto const& patch : patches)
    TRY(patch_file(set, patch));
  return set;
}

} // namespace artifactd::editor
