#include "daemon/config/config_environment.hpp"

#include "daemon/config/config_reader.hpp"

#include <algorithm>
#include <map>

namespace artifactd {

namespace {

constexpr std::string_view variable_prefix = "ARTIFACTD_CONFIG_";

/// As a basic string of TOML; `text` has no control characters.
std::string toml_text(std::string_view text) {
  std::string all = "\"";
  for (auto const c : text) {
    if (c == '"' || c == '\\') all += '\\';
    all += c;
  }
  return all + "\"";
}

bool is_single(std::string_view value) {
  return !value.empty() && value.front() != '[' && value.front() != '{';
}

/// With the variable's name instead of places in a text that nobody wrote.
void report(std::string const& variable, std::vector<ConfigError> found, std::vector<ConfigError>& errors) {
  for (auto& error : found) {
    error.file = variable;
    error.line = 0;
    error.column = 0;
    errors.push_back(std::move(error));
  }
}

/// The value as TOML has it, or, if that does not fit, as a text: `5`, `true` and `10s` need no quotes.
void read_variable(std::string const& variable, std::string const& value, Config& config,
                   std::vector<ConfigError>& errors) {
  auto const key = key_of_variable(std::string_view(variable).substr(variable_prefix.size()));
  if (std::ranges::any_of(value, [](unsigned char c) { return c < ' ' || c == 0x7f; }))
    return report(variable, {{"", 0, 0, key, "has control characters", ""}}, errors);
  std::vector<ConfigError> why_not;
  for (auto const& form : {is_single(value) ? value : toml_text(value), toml_text(value)}) {
    auto read = config;
    why_not.clear();
    read_config_text(variable, key + " = " + form + "\n", read, why_not);
    if (!why_not.empty()) continue;
    read.origins[key] = variable;
    config = std::move(read);
    return;
  }
  report(variable, std::move(why_not), errors);
}

} // namespace

std::string key_of_variable(std::string_view name) {
  std::string key;
  for (std::size_t i = 0; i < name.size(); ++i) {
    if (name.substr(i).starts_with("__") && !key.empty()) {
      key += '.';
      ++i;
    } else {
      key += name[i] >= 'A' && name[i] <= 'Z' ? static_cast<char>(name[i] - 'A' + 'a') : name[i];
    }
  }
  return key;
}

void read_environment(char const* const* variables, Config& config, std::vector<ConfigError>& errors) {
  std::map<std::string, std::string> ours;
  for (; variables != nullptr && *variables != nullptr; ++variables) {
    std::string_view const variable = *variables;
    auto const equals = variable.find('=');
    if (!variable.starts_with(variable_prefix) || equals == variable.npos || equals <= variable_prefix.size())
      continue;
    ours.emplace(variable.substr(0, equals), variable.substr(equals + 1));
  }
  for (auto const& [variable, value] : ours)
    read_variable(variable, value, config, errors);
}

} // namespace artifactd
