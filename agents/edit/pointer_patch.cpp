#include "agents/edit/pointer_patch.hpp"

#include "state/json/edit.hpp"
#include "state/json/mistake.hpp"
#include "state/json/scan.hpp"
#include "state/vocabulary/word_table.hpp"

#include <array>
#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace artifactd::editor {

namespace {

using Op = PointerPatch::Op;

constexpr std::array<std::string_view, 3> patch_op_words = {"add", "remove", "replace"};

Error nothing_at(std::string const& pointer) {
  return {Fault::missing, fmt::format("there is nothing at {}", json::shown_key(pointer))};
}

Result<json::Splice> whole_splice(std::string_view text, JsonNode const& root, PointerPatch const& patch) {
  if (patch.op == Op::remove) return fail(Fault::invalid, "a whole document cannot be removed");
  if (root.text().size() > longest_whole_replaced)
    return fail(Fault::too_large, fmt::format("the document is longer than {} bytes: patch the values in it",
                                              longest_whole_replaced));
  return json::replacement(text, root, patch.value);
}

Result<json::Splice> addition(std::string_view text, JsonNode const& parent, std::string const& step,
                              PointerPatch const& patch) {
  auto const* there = json::find_at(parent, {step});
  if (parent.type() == json::Type::object)
    return there != nullptr ? json::replacement(text, *there, patch.value)
                            : json::added_member(text, parent, step, patch.value);
  if (parent.type() != json::Type::array) return fail(nothing_at(patch.pointer));
  if (there != nullptr) return json::inserted_element(text, *there, patch.value);
  if (step != "-" && step != std::to_string(parent.children().size())) return fail(nothing_at(patch.pointer));
  return json::added_element(text, parent, patch.value);
}

Result<json::Splice> splice_of(std::string_view text, JsonNode const& root, PointerPatch const& patch) {
  auto steps = TRY(json::pointer_steps(patch.pointer));
  if (steps.empty()) return whole_splice(text, root, patch);
  auto const last = std::move(steps.back());
  steps.pop_back();
  auto const* parent = json::find_at(root, steps);
  if (parent == nullptr) return fail(nothing_at(patch.pointer));
  if (patch.op == Op::add) return addition(text, *parent, last, patch);
  auto const* node = json::find_at(*parent, {last});
  if (node == nullptr) return fail(nothing_at(patch.pointer));
  return patch.op == Op::remove ? json::removal(text, *node) : json::replacement(text, *node, patch.value);
}

} // namespace

std::optional<Op> parse_patch_op(std::string_view word) noexcept {
  return by_word<Op>(patch_op_words, word);
}

Result<std::string> patched(std::string_view text, PointerPatch const& patch) {
  JsonNode const root(text);
  auto after = json::spliced(text, {TRY(splice_of(text, root, patch))});
  if (auto const sound = json::scan(after); !sound && sound.error().breach == json::Breach::too_deep)
    return fail(Fault::too_large, "the document would be nested too deeply");
  else if (!sound)
    return fail(Fault::invalid, "the value is not valid JSON");
  return after;
}

nlohmann::ordered_json to_json(PointerPatch const& patch) {
  nlohmann::ordered_json json{{"file", patch.file},
                              {"op", patch_op_words[static_cast<std::size_t>(patch.op)]},
                              {"pointer", patch.pointer}};
  if (!patch.value.empty()) json["value"] = nlohmann::ordered_json::parse(patch.value, nullptr, false);
  json["description"] = patch.description;
  json["errorsAddressed"] = patch.errors_addressed;
  return json;
}

} // namespace artifactd::editor
