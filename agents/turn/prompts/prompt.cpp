#include "agents/turn/prompts/prompt.hpp"

#include "state/platform/digest.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <functional>
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
  Part part;
  std::string text = {};

  explicit WrittenPart(Part it) : part(std::move(it)) { write(); }
  void write() {
    text = is_empty(part.value) ? "" : fmt::format("{}:\n{}\n\n", part.heading, compact(part.value));
  }
};

using Parts = std::vector<WrittenPart>;

Parts written_parts(std::vector<Part> parts) {
  Parts result;
  for (auto& part : parts)
    result.emplace_back(std::move(part));
  return result;
}

std::size_t size_of(Parts const& parts) {
  std::size_t sum = 0;
  for (auto const& each : parts)
    sum += each.text.size();
  return sum;
}

/// Returns whether something could be left out.
bool shrink(WrittenPart& written, Omitted& omitted) {
  auto& [part, text] = written;
  if (text.empty()) return false;
  if (part.droppable == Droppable::summary) {
    part.value = nullptr;
    omitted.summary = true;
  } else {
    if (!part.value.is_array()) return false;
    if (part.droppable == Droppable::lore && compact(part.value).size() <= least_lore) return false;
    part.value.erase(part.value.size() - 1);
    ++(part.droppable == Droppable::lore ? omitted.lore : omitted.observations);
  }
  written.write();
  return true;
}

bool shrink(Parts& parts, Droppable what, Omitted& omitted) {
  return std::ranges::any_of(parts | std::views::reverse, [&](WrittenPart& each) {
    return each.part.droppable == what && shrink(each, omitted);
  });
}

} // namespace

Json to_json(Omitted const& omitted) {
  return {{"observations", omitted.observations}, {"lore", omitted.lore}, {"summary", omitted.summary}};
}

std::expected<ReadyPrompt, std::string> ready(Prompt prompt, model::ReplyShape const& shape,
                                              std::size_t longest) {
  ReadyPrompt result;
  auto constant = written_parts(std::move(prompt.constant));
  auto varying = written_parts(std::move(prompt.varying));
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
                    prompt.step, size(), longest, largest->part.heading, largest->text.size()));
  }
  std::string text;
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
