#include "agents/rule/python/python_answer.hpp"

#include "state/json/walk.hpp"

#include <fmt/core.h>
#include <ranges>

namespace artifactd::extraction {

namespace {

constexpr json::Limits answer_limits{.depth = 64};

/// bubblewrap exits with 128 plus the number of the signal that ended its child.
constexpr int by_signal = 128;

} // namespace

std::optional<std::string_view> Answer::member(std::string_view name) const {
  for (auto const& each : document.members | std::views::reverse)
    if (json::decodes_to(each.key.of(text), name)) return each.value.of(text);
  return std::nullopt;
}

std::string Answer::text_of(std::string_view name) const {
  auto const value = member(name);
  return value && json::type_of(*value) == json::Type::string ? json::decode(*value) : "";
}

Result<std::optional<Answer>> answer_of(Ran const& ran) {
  if (std::holds_alternative<Cancelled>(ran.ending)) return fail(Fault::busy, "running Python was cancelled");
  auto const* exited = std::get_if<Exited>(&ran.ending);
  if (!exited || exited->code != 0 || ran.result.cut()) return std::nullopt;
  auto document = json::scan(ran.result.bytes, answer_limits);
  if (!document || document->type != json::Type::object) return std::nullopt;
  return Answer{ran.result.bytes, *std::move(document)};
}

std::string words_for(Ran const& ran, Duration time) {
  if (std::holds_alternative<TimedOut>(ran.ending))
    return fmt::format("Execution timed out after {}s",
                       std::chrono::round<std::chrono::seconds>(time).count());
  auto const* exited = std::get_if<Exited>(&ran.ending);
  auto const code = exited ? exited->code : 0;
  if (code > by_signal)
    return fmt::format("No result from subprocess (possible crash, signal {})", code - by_signal);
  if (ran.result.cut()) return fmt::format("the result is larger than {} bytes", ran.result.bytes.size());
  if (code == 0 && ran.result.total > 0)
    return fmt::format("the result is not JSON of at most {} levels", answer_limits.depth);
  return fmt::format("No result from subprocess (possible crash, exit code {})", code);
}

} // namespace artifactd::extraction
