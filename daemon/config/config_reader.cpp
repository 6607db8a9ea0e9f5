#include "daemon/config/config_reader.hpp"

#include "daemon/config/config_filling.hpp"

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
  add_tables(reading, *array, name, list, each);
}

bool is_model_key(std::string_view key) {
  auto const plain = [](char c) {
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
  };
  auto const allowed = [&](char c) { return plain(c) || c == '.' || c == '_' || c == '-'; };
  return !key.empty() && key.size() <= 64 && plain(key.front()) && std::ranges::all_of(key, allowed);
}

/// [models.KEY]: fills the model of that key, which an earlier file may have filled in part.
void read_models(Reading& reading, toml::table const& document) {
  auto const* node = document.get("models");
  if (node == nullptr) return;
  auto const* models = node->as_table();
  if (models == nullptr)
    return reading.fault(node->source(), "models", "has to be written as [models.KEY], once for each");
  ModelConfig sample;
  auto known = keys_of(sample, each_model_setting);
  for (auto const& [key, element] : *models) {
    auto const name = std::string(key.str());
    auto const prefix = "models." + name;
    auto const* table = element.as_table();
    if (table == nullptr)
      reading.fault(key.source(), prefix, "has to be written in a table, [models.KEY]");
    else if (!is_model_key(name))
      reading.fault(key.source(), prefix,
                    "a key has at most 64 letters, digits, \".\", \"_\" and \"-\", a letter or digit first");
    else {
      reading.config.origins[prefix] = fmt::format("{}:{}", reading.file, key.source().begin.line);
      check_keys(reading, *table, "", known);
      each_model_setting(reading.config.models[name], Filling(reading, *table, prefix + "."));
    }
  }
}

void read_document(Reading& reading, toml::table const& document) {
  auto& config = reading.config;
  auto known = keys_of(config, each_setting);
  known.insert(known.end(), {"root", "agent", "models"});
  check_keys(reading, document, "", known);
  each_setting(config, Filling(reading, document, ""));
  read_tables(reading, document, "root", config.roots, each_root_setting);
  read_tables(reading, document, "agent", config.agents, each_agent_setting);
  read_models(reading, document);
}

/// The first `count` lines.
std::string_view lines(std::string_view text, std::size_t count) {
  std::size_t end = 0;
  for (; count > 0 && end < text.size(); --count)
    end = std::min(text.find('\n', end), text.size() - 1) + 1;
  return text.substr(0, end);
}

} // namespace

void read_config_text(std::string const& file, std::string_view text, Config& config,
                      std::vector<ConfigError>& errors) {
  Reading reading{file, config, errors};
  try {
    read_document(reading, parse_toml(text, file));
  } catch (toml::parse_error const& error) {
    reading.fault(error.source(), "", std::string(error.description()));
  }
}

void read_config_text_loosely(std::string const& file, std::string_view text, Config& config) {
  std::vector<ConfigError> errors;
  Reading reading{file, config, errors};
  constexpr int most_mistakes = 10;
  for (int mistakes = 0; mistakes < most_mistakes; ++mistakes)
    try {
      return read_document(reading, parse_toml(text, file));
    } catch (toml::parse_error const& error) {
      text = lines(text, error.source().begin.line - 1);
    }
}

} // namespace artifactd
