#include "merge/schema/loop.hpp"

namespace artifactd {

std::optional<SchemaLoop> find_loop(std::vector<std::vector<Application>> const& applied) {
  enum class Mark : std::uint8_t { fresh, open, done };
  std::vector<Mark> marks(applied.size(), Mark::fresh);
  struct Step {
    std::size_t schema;
    std::size_t next = 0;
  };
  for (std::size_t start = 0; start < applied.size(); ++start) {
    std::vector<Step> path; // a stack of our own: thousands of schemas may apply each other in a row
    if (marks[start] == Mark::fresh) path.push_back({start});
    while (!path.empty()) {
      auto& visit = path.back();
      marks[visit.schema] = Mark::open;
      if (visit.next == applied[visit.schema].size()) {
        marks[visit.schema] = Mark::done;
        path.pop_back();
        continue;
      }
      auto const& [to, where] = applied[visit.schema][visit.next++];
      if (marks[to] == Mark::open) return SchemaLoop{visit.schema, where};
      if (marks[to] == Mark::fresh) path.push_back({to});
    }
  }
  return std::nullopt;
}

} // namespace artifactd
