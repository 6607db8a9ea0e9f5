#include "daemon/config/config.hpp"
#include "daemon/config/config_fields.hpp"
#include "daemon/config/config_secrets.hpp"
#include "daemon/config/quantity.hpp"
#include "state/database/postgres_url.hpp"
#include "state/json/json_text.hpp"

#include <fmt/core.h>
#include <type_traits>
#include <utility>

namespace artifactd {

namespace {

Json shown(std::string const& text, auto const& /*rule*/) {
  return text;
}
Json shown(std::string const& url, DatabaseRule) {
  return url.empty() ? url : postgres::shown_url(url);
}
Json shown(bool flag, FlagRule) {
  return flag;
}
Json shown(std::optional<bool> flag, FlagRule) {
  return flag ? Json(*flag) : Json();
}
Json shown(std::uint64_t number, CountRule) {
  return number;
}
Json shown(std::uint64_t bytes, SizeRule) {
  return size_text(bytes);
}
Json shown(Duration duration, DurationRule) {
  return duration_text(duration);
}
template <class E, std::size_t N>
Json shown(E value, OneOf<E, N> const& rule) {
  for (auto const& word : rule.words)
    if (word.value == value) return word.word;
  return {};
}
Json shown(std::optional<VersionRange> const& range, VersionRule) {
  return range ? Json(version_range_text(*range)) : Json();
}
Json shown(std::vector<Kind> const& kinds, KindsRule) {
  auto words = Json::array();
  for (auto const& kind : kinds)
    words.push_back(kind.word());
  return words;
}
Json shown(std::vector<std::string> const& words, auto const& /*rule*/) {
  return words;
}
Json shown(std::map<std::string, std::string> const& files, SchemaFilesRule) {
  return files.empty() ? Json() : Json(files);
}
Json shown(std::optional<model::MicroDollars> const& amount, MoneyRule) {
  return amount ? Json(static_cast<double>(*amount) / 1e6) : Json();
}
Json shown(std::optional<model::MicroDollars> const& amount, MoneyLimitRule) {
  return amount ? shown(amount, MoneyRule{}) : Json("unlimited");
}
Json shown(std::optional<std::uint64_t> const& tokens, TokenLimitRule) {
  return tokens ? Json(*tokens) : Json("unlimited");
}
Json shown(std::optional<std::int64_t> const& number, IntegerRule) {
  return number ? Json(*number) : Json();
}
Json shown(std::optional<double> const& number, NumberRule const&) {
  return number ? Json(*number) : Json();
}
Json shown(std::optional<model::Day> const& day, DayRule) {
  return day ? Json(model::day_text(*day)) : Json();
}
template <class T, class Each>
Json shown(std::vector<T> const& list, TablesRule<Each> const& rule);

/// What is shown to somebody who asks for help goes into tickets and chats.
Json masked(std::string_view key, Json json) {
  constexpr std::string_view mask = "***";
  if (json.is_string() && may_hold_secret(key)) return without_secret(json.get<std::string>(), "", mask);
  std::string before;
  for (auto& each : json)
    if (json.is_array() && each.is_string()) {
      auto const word = each.get<std::string>();
      each = without_secret(word, std::exchange(before, word), mask);
    }
  return json;
}

template <class T, class Each>
Json table(T const& settings, Each each) {
  auto object = Json::object();
  each(settings, [&]<class Rule>(std::string_view key, auto const& value, Rule const& rule) {
    auto json = masked(key, shown(value, rule));
    // An empty list says nothing, except that no file is required.
    auto said =
        !json.is_null() && json != "" && (json != Json::array() || std::is_same_v<Rule, FileNamesRule>);
    if (said) object[std::string(key)] = json;
  });
  return object;
}

template <class T, class Each>
Json shown(std::vector<T> const& list, TablesRule<Each> const& rule) {
  auto tables = Json::array();
  for (auto const& each : list)
    tables.push_back(table(each, rule.each));
  return tables;
}

Json model_table(ModelConfig const& each) {
  auto object = table(each, each_model_setting);
  for (auto const key : settings_not_of(each.kind))
    object.erase(std::string(key));
  return object;
}

/// Strings, numbers and flags are written alike in JSON and TOML, except for DEL; tables are not.
std::string toml_value(Json const& json) {
  if (json.is_structured()) {
    std::string list;
    for (auto const& [key, value] : json.items())
      list +=
          (list.empty() ? "" : ", ") + (json.is_object() ? toml_value(key) + " = " : "") + toml_value(value);
    return json.is_object() ? "{ " + list + " }" : "[" + list + "]";
  }
  auto text = compact(json);
  for (auto at = text.find('\x7f'); at != text.npos; at = text.find('\x7f'))
    text.replace(at, 1, "\\u007f");
  return text;
}

/// A table that is one of several: its heading, and where it was defined.
std::string table_text(std::string const& heading, std::string const& name, Json const& object,
                       Config const& config) {
  auto text = "\n" + heading;
  auto origin = config.origins.find(name);
  if (origin != config.origins.end()) text += "  # " + printable(origin->second);
  text += '\n';
  for (auto const& [key, value] : object.items())
    text += fmt::format("{} = {}\n", key, toml_value(value));
  return text;
}

} // namespace

std::string to_toml(Config const& config) {
  std::string text, section;
  each_setting(config, [&](std::string_view key, auto const& value, auto const& rule) {
    auto dot = key.find('.');
    auto in = std::string(dot == key.npos ? "" : key.substr(0, dot));
    if (in != section) text += fmt::format("\n[{}]\n", in);
    section = in;
    auto origin = config.origins.find(std::string(key));
    text += fmt::format("{} = {}  # {}\n", dot == key.npos ? key : key.substr(dot + 1),
                        toml_value(masked(key, shown(value, rule))),
                        origin == config.origins.end() ? "default" : printable(origin->second));
  });
  for (std::size_t i = 0; i < config.roots.size(); ++i)
    text +=
        table_text("[[root]]", fmt::format("root[{}]", i), table(config.roots[i], each_root_setting), config);
  for (std::size_t i = 0; i < config.agents.size(); ++i)
    text += table_text("[[agent]]", fmt::format("agent[{}]", i), table(config.agents[i], each_agent_setting),
                       config);
  for (auto const& [key, each] : config.models)
    text += table_text(fmt::format("[models.\"{}\"]", key), "models." + key, model_table(each), config);
  return text;
}

Json to_json(Config const& config) {
  Json json;
  json["version"] = 1;
  json["files"] = config.files;
  auto& settings = json["settings"] = Json::object();
  each_setting(config, [&](std::string_view key, auto const& value, auto const& rule) {
    auto dot = key.find('.');
    auto& place = dot == key.npos
                      ? settings[std::string(key)]
                      : settings[std::string(key.substr(0, dot))][std::string(key.substr(dot + 1))];
    place = masked(key, shown(value, rule));
  });
  auto& roots = settings["root"] = Json::array();
  for (auto const& root : config.roots)
    roots.push_back(table(root, each_root_setting));
  auto& agents = settings["agent"] = Json::array();
  for (auto const& rule : config.agents)
    agents.push_back(table(rule, each_agent_setting));
  auto& models = settings["models"] = Json::object();
  for (auto const& [key, each] : config.models)
    models[key] = model_table(each);
  json["origins"] = config.origins;
  return json;
}

} // namespace artifactd
