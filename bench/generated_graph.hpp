// Knowledge graphs of any size, as agents leave them: pretty-printed, one namespace per agent, entities with
// texts, numbers, links and the occasional escape. The same size gives the same bytes.
#pragma once

#include <cstddef>
#include <string>

namespace artifactd::bench {

/// At least `bytes` long and at most one entity longer.
[[nodiscard]] std::string generated_graph(std::size_t bytes);

} // namespace artifactd::bench
