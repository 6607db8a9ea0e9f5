#include "daemon/tools/resources.hpp"

#include "daemon/queries/graph_state.hpp"
#include "state/platform/identity.hpp"
#include "state/session/atomic_file.hpp"
#include "state/session/session_layout.hpp"
#include "state/settle/instructions.hpp"
#include "state/text/percent_encoding.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <map>

namespace artifactd {

namespace {

constexpr auto uri_base = "artifactd://session/";
constexpr std::size_t longest_schema = std::size_t{4} << 20;

/// The operator's file, read with artifactd's own rights.
Result<std::string> schema_text(std::string const& path) {
  auto const file = TRY(answer_as_self([&]() -> Result<UniqueFd> {
    UniqueFd opened(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    if (!opened) return fail(errno_error("open", path));
    return opened;
  }));
  return read_whole(file.get(), path, longest_schema);
}

void add_instructions(std::vector<Resource>& found, NamedSession const& named, SignalName const& signal) {
  if (!stamp_at(named.session.directory(), layout::instructions(signal))) return;
  found.push_back({.uri = fmt::format("{}instructions/{}", uri_base, signal.kind.word()),
                   .name = layout::instructions(signal),
                   .description = "why your work was refused, and what to do",
                   .read = [&named, signal]() -> Result<std::string> {
                     return pretty(TRY(read_instructions(named.session.directory(), signal)));
                   }});
}

void add_schemas(std::vector<Resource>& found, Config const& config, SignalName const& signal) {
  auto const* rule = config.rule_for(signal.name, signal.kind);
  if (rule == nullptr) return;
  auto all = rule->schemas;
  if (!rule->schema.empty()) all.emplace("*", rule->schema);
  for (auto const& [files, path] : all)
    found.push_back(
        {.uri = fmt::format("{}schemas/{}/{}", uri_base, signal.kind.word(), percent_encoded(files)),
         .name = fmt::format("schema of {}", printable(files)),
         .description =
             fmt::format("the JSON Schema of your {} files named {}", signal.kind.word(), printable(files)),
         .read = [path] { return schema_text(path); }});
}

} // namespace

std::vector<Resource> resources_of(AgentSeat const& seat, Config const& config, NamedSession const& named) {
  std::vector<Resource> found;
  found.push_back({.uri = std::string(uri_base) + "graph",
                   .name = "knowledge graph",
                   .description = "the session's knowledge graph; query_graph shows parts of it",
                   .read = [&] { return graph_text(config, named.session); }});
  for (auto const& word : submitted_kinds(config.served.kinds))
    if (auto const signal = seat.own_signal(config, word)) {
      add_instructions(found, named, *signal);
      add_schemas(found, config, *signal);
    }
  return found;
}

Json to_json(std::vector<Resource> const& resources) {
  auto list = Json::array();
  for (auto const& each : resources)
    list.push_back({{"uri", each.uri},
                    {"name", each.name},
                    {"description", each.description},
                    {"mimeType", "application/json"}});
  return {{"resources", std::move(list)}};
}

} // namespace artifactd
