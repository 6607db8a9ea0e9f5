#include "daemon/config_reader.hpp"

#include "daemon/config_filling.hpp"

#include <algorithm>
#include <fmt/core.h>

namespace artifactd {

namespace {

/// [[name]]: one more T for each table, filled by `each`.
template <class T, class Each>
void read_tables(Reading& reading, toml::table const& document, char const* name, std::vector<T>& list,
                 Each each) {
  auto const* node = document.get(name);
  if (node == nullptr) return;
  auto const* array = node->as_array();
  if (array == nullptr || !array->is_homogeneous(toml::node_type::table)) {
    reading.fault(node->source(), name, fmt::format("has to be written as [[{}]], once for each", name));
    return;
  }
  T sample;
  auto known = keys_of(sample, each);
  for (auto const& element : *array) {
    auto const& table = *element.as_table();
    auto prefix = fmt::format("{}[{}]", name, list.size());
    reading.config.origins[prefix] = fmt::format("{}:{}", reading.file, table.source().begin.line);
    check_keys(reading, table, "", known);
    each(list.emplace_back(), Filling(reading, table, prefix + "."));
  }
}

} // namespace

void read_config_text(std::string const& file, std::string_view text, Config& config,
                      std::vector<ConfigError>& errors) {
  Reading reading{file, config, errors};
  toml::table document;
  try {
    document = toml::parse(text, file);
  } catch (toml::parse_error const& error) {
    reading.fault(error.source(), "", std::string(error.description()));
    return;
  }
  auto each_root = [](auto& root, auto&& visit) { each_root_setting(root, visit); };
  auto each_agent = [](auto& rule, auto&& visit) { each_agent_setting(rule, visit); };
  auto known = keys_of(config, [](auto& all, auto&& visit) { each_setting(all, visit); });
  known.insert(known.end(), {"root", "agent"});
  check_keys(reading, document, "", known);
  each_setting(config, Filling(reading, document, ""));
  read_tables(reading, document, "root", config.roots, each_root);
  read_tables(reading, document, "agent", config.agents, each_agent);
}

} // namespace artifactd
