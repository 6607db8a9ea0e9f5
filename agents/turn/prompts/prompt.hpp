// The prompt of one step: a system text that is the same for every story, then headed parts, each of them
// JSON, so that no value can pass for a heading or an instruction. Parts that stay the same from turn to turn
// come first, because endpoints cache prompt prefixes. A pure function of its parts.
#pragma once

#include "agents/model/contract.hpp"
#include "agents/model/model.hpp"
#include "state/json/json_text.hpp"

#include <expected>
#include <string_view>
#include <vector>

namespace artifactd::turn {

/// What may be left out of a prompt that is too large, in this order; lists lose their last elements first.
enum class Droppable : std::uint8_t { no, observations, lore, summary };

/// What was left out of a prompt, for reporting.
struct Omitted {
  std::size_t observations = 0;
  std::size_t lore = 0;
  bool summary = false;
  [[nodiscard]] bool any() const noexcept { return observations != 0 || lore != 0 || summary; }
};
[[nodiscard]] Json to_json(Omitted const& omitted);

/// The elements of a list, each as JSON.
struct JsonTexts {
  std::vector<std::string> elements;
};

/// A heading with a value, which is written as JSON at once. An empty value leaves out the heading as well.
class Part {
public:
  Part(std::string_view heading, Json const& value, Droppable droppable = Droppable::no);
  /// A list that may be shortened.
  Part(std::string_view heading, JsonTexts const& list, Droppable droppable);

  [[nodiscard]] std::string_view heading() const noexcept { return heading_; }
  [[nodiscard]] Droppable droppable() const noexcept { return droppable_; }
  [[nodiscard]] std::size_t size() const noexcept; ///< bytes that write_to() appends
  void write_to(std::string& prompt) const;
  /// Leaves out the last element of a list, or all of a summary; false if nothing may be left out.
  bool shrink(Omitted& omitted);

private:
  void write(JsonTexts const& list);

  std::string_view heading_;
  Droppable droppable_;
  std::string json_;              ///< empty if the value is
  std::vector<std::size_t> ends_; ///< in json_, of each element of a list that may be shortened
};

struct Prompt {
  std::string_view step; ///< of the contract: "ruleset_resolution"
  std::string_view system;
  std::vector<Part> constant; ///< the same in every turn of a story
  std::vector<Part> varying;
  unsigned reply_tokens = 4096;
};

struct ReadyPrompt {
  model::Request request;
  Omitted omitted;
};

/// `longest`: bytes of the whole prompt; budgets assume three bytes per token. If a prompt cannot be made
/// small enough, the error names its largest part.
[[nodiscard]] std::expected<ReadyPrompt, std::string>
ready(Prompt const& prompt, model::ReplyShape const& shape, std::size_t longest);

/// "1-0123456789ab": a number for people, and digits that change with every text and schema of the step.
[[nodiscard]] std::string version_of(Prompt const& prompt, model::ReplyShape const& shape);

} // namespace artifactd::turn
