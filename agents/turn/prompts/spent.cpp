#include "agents/turn/prompts/spent.hpp"

namespace artifactd::turn {

Json spent(std::vector<EventRecord> const& events) {
  std::uint64_t calls = 0;
  model::Usage usage;
  for (auto const& event : events) {
    if (!event.payload_json.contains("usage")) continue;
    ++calls;
    usage += usage_of(event.payload_json);
  }
  return {{"calls", calls},
          {"input_tokens", usage.input},
          {"cached_tokens", usage.cached},
          {"output_tokens", usage.output}};
}

model::Usage usage_of(Json const& payload) {
  auto const usage = payload.value("usage", Json::object());
  auto const tokens = [&usage](char const* name) { return usage.value(name, std::uint64_t{0}); };
  return {.input = tokens("input"),
          .cached = tokens("cached"),
          .cache_written = tokens("cache_written"),
          .output = tokens("output")};
}

} // namespace artifactd::turn
