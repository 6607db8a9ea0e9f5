// Finds schemas that apply themselves to the value they judge: judging by them would never end.
#pragma once

#include "state/json/tree.hpp"

#include <optional>
#include <vector>

namespace artifactd {

/// One schema applies another to the value it judges.
struct Application {
  std::size_t schema; ///< the one applied, by number
  JsonNode const* where;
};

struct SchemaLoop {
  std::size_t schema; ///< the one that applies
  JsonNode const* where;
};

/// `applied` lists what each schema applies, by number.
[[nodiscard]] std::optional<SchemaLoop> find_loop(std::vector<std::vector<Application>> const& applied);

} // namespace artifactd
