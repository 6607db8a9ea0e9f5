// A graph and an agent's files, separated by zero bytes, merged by either strategy: the result is strict JSON
// whose members are where the draft says, every member not of the agent keeps its bytes, and merging again
// changes nothing. A refused agent leaves no trace.
#include "merge/kg/strategy.hpp"
#include "state/json/walk.hpp"
#include "tests/fuzz/demand.hpp"

#include <map>

namespace {

using namespace artifactd;
using fuzz::demand;

constexpr json::Limits limits{.depth = 64};

std::string_view take_text(std::string_view& rest) {
  auto const end = std::min(rest.find('\0'), rest.size());
  auto const text = rest.substr(0, end);
  rest.remove_prefix(std::min(end + 1, rest.size()));
  return text;
}

bool is_object(std::string_view text) {
  auto const document = json::scan(text, limits);
  return document && document->type == json::Type::object;
}

struct Merged {
  std::string text;
  GraphDraft::Edits edits;
  bool refused;
};

Merged merge(std::string const& graph, Name const& agent, ArtifactSet const& set, AgentRules const& rules) {
  auto const document = json::scan(graph);
  GraphDraft draft(graph, *document);
  auto const findings = apply_strategy(draft, agent, set, rules);
  bool const refused = !findings || !findings->empty();
  auto const written = draft.written();
  auto text = flatten(written.rope);
  auto const scanned = json::scan(text);
  demand(scanned.has_value(), "the result is strict JSON");
  demand(*scanned == written.document, "its members lie where the draft says");
  return {std::move(text), draft.edits(), refused};
}

std::map<std::string, std::string_view> members_of(std::string_view text) {
  std::map<std::string, std::string_view> members;
  for (auto const& member : json::scan(text)->members)
    members.insert_or_assign(json::decode(member.key.of(text)), member.value.of(text));
  return members;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(unsigned char const* data, std::size_t size) {
  if (size == 0) return 0;
  AgentRules const rules{.strategy = data[0] % 2 == 0 ? Strategy::name_space : Strategy::append};
  std::string_view rest(reinterpret_cast<char const*>(data) + 1, size - 1);
  std::string const graph(take_text(rest));
  if (!is_object(graph)) return 0;
  ArtifactSet set;
  while (!rest.empty() && set.files.size() < 4) {
    auto const name = std::to_string(set.files.size()) + ".json";
    set.files.push_back({name, "artifacts/a/" + name, std::string(take_text(rest))});
    if (!is_object(set.files.back().bytes)) return 0;
  }
  if (set.files.empty()) return 0;

  auto const agent = *Name::parse("a");
  auto const once = merge(graph, agent, set, rules);
  if (once.refused) demand(once.text == graph, "who is refused leaves no trace");
  auto const before = members_of(graph);
  auto const after = members_of(once.text);
  for (auto const& [key, value] : before)
    if (!once.edits.contains(key)) demand(after.at(key) == value, "members of others keep their bytes");
  for (auto const& [key, value] : after)
    demand(before.contains(key) || once.edits.contains(key), "nothing comes from nowhere");
  demand(merge(once.text, agent, set, rules).text == once.text, "twice is once");
  return 0;
}
