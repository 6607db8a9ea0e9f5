#include "agents/turn/prompt.hpp"

#include "agents/model/message_json.hpp"
#include "state/digest.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <functional>
#include <ranges>

namespace artifactd::turn {

namespace {

constexpr unsigned prompts_version = 1; // raised by hand where the steps themselves change
constexpr std::size_t digest_digits = 12;
constexpr std::size_t least_lore = 2 << 10; // bytes that stay while anything else can go

std::string text_of(Part const& part) {
  return fmt::format("{}:\n{}\n\n", part.heading, compact(part.value));
}

bool is_empty(Part const& part) {
  return part.value.is_null() || (part.value.is_structured() && part.value.empty()) ||
         (part.value.is_string() && part.value.get_ref<std::string const&>().empty());
}

std::size_t size_of(std::vector<Part> const& parts) {
  std::size_t sum = 0;
  for (auto const& part : parts)
    if (!is_empty(part)) sum += text_of(part).size();
  return sum;
}

/// Whether something could be left out.
bool shrink(Part& part, Omitted& omitted) {
  if (is_empty(part)) return false;
  if (part.droppable == Droppable::summary) {
    part.value = nullptr;
    omitted.summary = true;
    return true;
  }
  if (!part.value.is_array()) return false;
  if (part.droppable == Droppable::lore && compact(part.value).size() <= least_lore) return false;
  part.value.erase(part.value.size() - 1);
  ++(part.droppable == Droppable::lore ? omitted.lore : omitted.observations);
  return true;
}

bool shrink(std::vector<Part>& parts, Droppable what, Omitted& omitted) {
  return std::ranges::any_of(parts | std::views::reverse,
                             [&](Part& part) { return part.droppable == what && shrink(part, omitted); });
}

Part const& largest(Prompt const& prompt) {
  auto const* found = &prompt.varying.front();
  for (auto const* parts : {&prompt.constant, &prompt.varying})
    for (auto const& part : *parts)
      if (text_of(part).size() > text_of(*found).size()) found = &part;
  return *found;
}

} // namespace

Json to_json(Omitted const& omitted) {
  return {{"observations", omitted.observations}, {"lore", omitted.lore}, {"summary", omitted.summary}};
}

std::expected<ReadyPrompt, std::string> ready(Prompt prompt, model::ReplyShape const& shape,
                                              std::size_t longest) {
  ReadyPrompt result;
  auto const fixed = prompt.system.size() + model::schema_text(shape).size();
  auto const size = [&] { return fixed + size_of(prompt.constant) + size_of(prompt.varying); };
  for (auto const what : {Droppable::observations, Droppable::lore, Droppable::summary})
    while (size() > longest &&
           (shrink(prompt.varying, what, result.omitted) || shrink(prompt.constant, what, result.omitted))) {
    }
  if (size() > longest)
    return std::unexpected(
        fmt::format("the prompt of {} has {} bytes, at most {} may be sent; its largest part "
                    "is \"{}\" with {}",
                    prompt.step, size(), longest, largest(prompt).heading, text_of(largest(prompt)).size()));
  std::string text;
  for (auto const& part : prompt.constant)
    if (!is_empty(part)) text += text_of(part);
  result.request.constant = text.size();
  for (auto const& part : prompt.varying)
    if (!is_empty(part)) text += text_of(part);
  result.request.system = prompt.system;
  result.request.messages = {{model::Message::Role::user, std::move(text)}};
  result.request.max_tokens = prompt.reply_tokens;
  return result;
}

std::string version_of(Prompt const& prompt, model::ReplyShape const& shape) {
  Digest digest;
  digest.add(prompt.system).add(model::schema_text(shape));
  for (auto const* parts : {&prompt.constant, &prompt.varying})
    for (auto const& part : *parts)
      digest.add(part.heading);
  return fmt::format("{}-{}", prompts_version, digest.hex().substr(0, digest_digits));
}

} // namespace artifactd::turn
