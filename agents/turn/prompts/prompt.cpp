#include "agents/turn/prompts/prompt.hpp"

#include "state/platform/digest.hpp"

#include <algorithm>
#include <fmt/core.h>
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

constexpr std::string_view after_heading = ":\n";
constexpr std::string_view after_part = "\n\n";

std::size_t size_of(std::vector<Part> const& parts) {
  std::size_t sum = 0;
  for (auto const& each : parts)
    sum += each.size();
  return sum;
}

bool shrink(std::vector<Part>& parts, Droppable what, Omitted& omitted) {
  return std::ranges::any_of(parts | std::views::reverse,
                             [&](Part& each) { return each.droppable() == what && each.shrink(omitted); });
}

Part const& largest_of(Prompt const& prompt) {
  auto const* largest = &prompt.varying.front();
  for (auto const* parts : {&prompt.constant, &prompt.varying})
    for (auto const& each : *parts)
      if (each.size() > largest->size()) largest = &each;
  return *largest;
}

ReadyPrompt written(Prompt const& prompt) {
  std::string text;
  text.reserve(size_of(prompt.constant) + size_of(prompt.varying));
  for (auto const& each : prompt.constant)
    each.write_to(text);
  ReadyPrompt result;
  result.request.constant = text.size();
  for (auto const& each : prompt.varying)
    each.write_to(text);
  result.request.system = prompt.system;
  result.request.messages = {{model::Message::Role::user, std::move(text)}};
  result.request.max_tokens = prompt.reply_tokens;
  return result;
}

} // namespace

Part::Part(std::string_view heading, Json const& value, Droppable droppable)
    : heading_(heading), droppable_(droppable) {
  if (is_empty(value)) return;
  if (droppable == Droppable::no || droppable == Droppable::summary || !value.is_array()) {
    json_ = compact(value);
    return;
  }
  JsonTexts list;
  for (auto const& element : value)
    list.elements.push_back(compact(element));
  write(list);
}

Part::Part(std::string_view heading, JsonTexts const& list, Droppable droppable)
    : heading_(heading), droppable_(droppable) {
  write(list);
}

void Part::write(JsonTexts const& list) {
  for (auto const& element : list.elements) {
    json_.append(json_.empty() ? "[" : ",").append(element);
    ends_.push_back(json_.size());
  }
  if (!json_.empty()) json_ += ']';
}

std::size_t Part::size() const noexcept {
  return json_.empty() ? 0 : heading_.size() + after_heading.size() + json_.size() + after_part.size();
}

void Part::write_to(std::string& prompt) const {
  if (!json_.empty()) prompt.append(heading_).append(after_heading).append(json_).append(after_part);
}

bool Part::shrink(Omitted& omitted) {
  if (json_.empty()) return false;
  if (droppable_ == Droppable::summary) {
    json_.clear();
    return omitted.summary = true;
  }
  if (ends_.empty() || (droppable_ == Droppable::lore && json_.size() <= least_lore)) return false;
  ends_.pop_back();
  json_.resize(ends_.empty() ? 0 : ends_.back());
  if (!ends_.empty()) json_ += ']';
  ++(droppable_ == Droppable::lore ? omitted.lore : omitted.observations);
  return true;
}

Json to_json(Omitted const& omitted) {
  return {{"observations", omitted.observations}, {"lore", omitted.lore}, {"summary", omitted.summary}};
}

std::expected<ReadyPrompt, std::string> ready(Prompt const& prompt, model::ReplyShape const& shape,
                                              std::size_t longest) {
  auto const size = [&](Prompt const& it) {
    return it.system.size() + shape.text.size() + size_of(it.constant) + size_of(it.varying);
  };
  if (size(prompt) <= longest) return written(prompt);
  auto shorter = prompt;
  Omitted omitted;
  for (auto const what : {Droppable::observations, Droppable::lore, Droppable::summary})
    while (size(shorter) > longest &&
           (shrink(shorter.varying, what, omitted) || shrink(shorter.constant, what, omitted))) {
    }
  if (size(shorter) > longest) {
    auto const& largest = largest_of(shorter);
    return std::unexpected(
        fmt::format("the prompt of {} has {} bytes, at most {} may be sent; its largest part "
                    "is \"{}\" with {}",
                    prompt.step, size(shorter), longest, largest.heading(), largest.size()));
  }
  auto result = written(shorter);
  result.omitted = omitted;
  return result;
}

std::string version_of(Prompt const& prompt, model::ReplyShape const& shape) {
  Digest digest;
  digest.add(prompt.system).add(shape.text);
  for (auto const* parts : {&prompt.constant, &prompt.varying})
    for (auto const& part : *parts)
      digest.add(part.heading());
  return fmt::format("{}-{}", prompts_version, digest.hex().substr(0, digest_digits));
}

} // namespace artifactd::turn
