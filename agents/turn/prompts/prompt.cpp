#include "agents/turn/prompts/prompt.hpp"

#include "state/platform/digest.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <functional>
#include <optional>
#include <ranges>

namespace artifactd::turn {

namespace {

constexpr unsigned prompts_version = 1; // raised manually when the steps change
constexpr std::size_t digest_digits = 12;
constexpr std::size_t least_lore = 2 << 10; // bytes that remain while anything else can be dropped

bool is_empty(Json const& value) {
  return value.is_null() || (value.is_structured() && value.empty()) ||
         (value.is_string() && value.get_ref<std::string const&>().empty());
}

/// A part with its text, which is empty if the value is.
struct WrittenPart {
  Part const* part;
  std::optional<Json> shrunk = {};
  std::string text = {};

  explicit WrittenPart(Part const& it) : part(&it) { write(); }
  [[nodiscard]] Json const& value() const { return shrunk ? *shrunk : part->value; }
  void write() {
    text.clear();
    if (is_empty(value())) return;
    auto const json = compact(value());
    text.reserve(part->heading.size() + json.size() + 4);
    text.append(part->heading).append(":\n").append(json).append("\n\n");
  }
};

using Parts = std::vector<WrittenPart>;

Parts written_parts(std::vector<Part> const& parts) {
  return {parts.begin(), parts.end()};
}

std::size_t size_of(Parts const& parts) {
  std::size_t sum = 0;
  for (auto const& each : parts)
    sum += each.text.size();
  return sum;
}

/// Returns whether something could be left out.
bool shrink(WrittenPart& written, Omitted& omitted) {
  auto const droppable = written.part->droppable;
  if (written.text.empty()) return false;
  if (droppable == Droppable::summary) {
    written.shrunk.emplace();
    omitted.summary = true;
  } else {
    if (!written.value().is_array()) return false;
    if (droppable == Droppable::lore && compact(written.value()).size() <= least_lore) return false;
    if (!written.shrunk) written.shrunk = written.value();
    written.shrunk->erase(written.shrunk->size() - 1);
    ++(droppable == Droppable::lore ? omitted.lore : omitted.observations);
  }
  written.write();
  return true;
}

bool shrink(Parts& parts, Droppable what, Omitted& omitted) {
  return std::ranges::any_of(parts | std::views::reverse, [&](WrittenPart& each) {
    return each.part->droppable == what && shrink(each, omitted);
  });
}

} // namespace

Json to_json(Omitted const& omitted) {
  return {{"observations", omitted.observations}, {"lore", omitted.lore}, {"summary", omitted.summary}};
}

std::expected<ReadyPrompt, std::string> ready(Prompt const& prompt, model::ReplyShape const& shape,
                                              std::size_t longest) {
  ReadyPrompt result;
  auto constant = written_parts(prompt.constant);
  auto varying = written_parts(prompt.varying);
  auto const fixed = prompt.system.size() + shape.text.size();
  auto const size = [&] { return fixed + size_of(constant) + size_of(varying); };
  for (auto const what : {Droppable::observations, Droppable::lore, Droppable::summary})
    while (size() > longest &&
           (shrink(varying, what, result.omitted) || shrink(constant, what, result.omitted))) {
    }
  if (size() > longest) {
    auto const* largest = &varying.front();
    for (auto const* parts : {&constant, &varying})
      for (auto const& each : *parts)
        if (each.text.size() > largest->text.size()) largest = &each;
    return std::unexpected(
        fmt::format("the prompt of {} has {} bytes, at most {} may be sent; its largest part "
                    "is \"{}\" with {}",
                    prompt.step, size(), longest, largest->part->heading, largest->text.size()));
  }
  std::string text;
  text.reserve(size_of(constant) + size_of(varying));
  for (auto const& each : constant)
    text += each.text;
  result.request.constant = text.size();
  for (auto const& each : varying)
    text += each.text;
  result.request.system = prompt.system;
  result.request.messages = {{model::Message::Role::user, std::move(text)}};
  result.request.max_tokens = prompt.reply_tokens;
  return result;
}

std::string version_of(Prompt const& prompt, model::ReplyShape const& shape) {
  Digest digest;
  digest.add(prompt.system).add(shape.text);
  for (auto const* parts : {&prompt.constant, &prompt.varying})
    for (auto const& part : *parts)
      digest.add(part.heading);
  return fmt::format("{}-{}", prompts_version, digest.hex().substr(0, digest_digits));
}

} // namespace artifactd::turn
