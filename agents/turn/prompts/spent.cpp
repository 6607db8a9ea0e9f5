#include "agents/turn/prompts/spent.hpp"

#include "agents/model/model.hpp"

namespace artifactd::turn {

Json spent(std::vector<EventRecord> const& events) {
  std::uint64_t calls = 0;
  model::Usage usage;
  for (auto const& event : events) {
    auto const found = event.payload_json.find("usage");
    if (found == event.payload_json.end()) continue;
    ++calls;
    usage += {.input = found->value("input", std::uint64_t{0}),
              .cached = found->value("cached", std::uint64_t{0}),
              .cache_written = found->value("cache_written", std::uint64_t{0}),
              .output = found->value("output", std::uint64_t{0})};
  }
  return {{"calls", calls},
          {"input_tokens", usage.input},
          {"cached_tokens", usage.cached},
          {"output_tokens", usage.output}};
}

} // namespace artifactd::turn
