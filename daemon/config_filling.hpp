// How one TOML table becomes settings: the visitor that fills them, and the check for keys nobody knows.
// Every fault becomes a ConfigError with its place, and reading goes on behind it.
#pragma once

#include "daemon/config_fields.hpp"
#include "daemon/quantity.hpp"
#include "state/nearest.hpp"
#include "state/session_layout.hpp"

#include <algorithm>
#include <filesystem>
#include <fmt/core.h>
#include <optional>
#include <string>
#include <string_view>
#include <toml++/toml.h>
#include <vector>

namespace artifactd {

/// What is being read, and where faults and origins go.
struct Reading {
  std::string const& file;
  Config& config;
  std::vector<ConfigError>& errors;

  void fault(toml::source_region const& at, std::string key, std::string message,
             std::string suggestion = {}) {
    errors.push_back(
        {file, at.begin.line, at.begin.column, std::move(key), std::move(message), std::move(suggestion)});
  }
};

/// With ~/ resolved.
[[nodiscard]] std::string with_home(std::string path);

template <class E, std::size_t N>
std::vector<std::string> words_of(OneOf<E, N> const& rule) {
  std::vector<std::string> words;
  for (auto const& word : rule.words)
    words.emplace_back(word.word);
  return words;
}

/// "a", "b"
[[nodiscard]] std::string in_list(std::vector<std::string> const& words);

/// The keys of a list of settings.
template <class T, class Each>
std::vector<std::string> keys_of(T& sample, Each each) {
  std::vector<std::string> keys;
  each(sample, [&](std::string_view key, auto&, auto const&) { keys.emplace_back(key); });
  return keys;
}

/// Faults every key of the table that is not known, with the known one somebody may have meant.
void check_keys(Reading& reading, toml::table const& table, std::string const& prefix,
                std::vector<std::string> const& known);

/// A visitor of config_fields.hpp: fills each setting that `table` has.
class Filling {
public:
  Filling(Reading& reading, toml::table const& table, std::string prefix)
      : reading_(reading), table_(table), prefix_(std::move(prefix)) {}

  template <class T, class Rule>
  void operator()(std::string_view key, T& value, Rule const& rule) {
    auto node = table_.at_path(key);
    if (!node) return;
    key_ = prefix_ + std::string(key);
    node_ = node.node();
    if (take(value, rule))
      reading_.config.origins[key_] = fmt::format("{}:{}", reading_.file, node_->source().begin.line);
  }

private:
  bool refuse(std::string message, std::string suggestion = {}) {
    reading_.fault(node_->source(), key_, std::move(message), std::move(suggestion));
    return false;
  }

  bool take(std::string& value, TextRule) {
    auto text = node_->value_exact<std::string>();
    if (!text) return refuse("has to be a text in quotes");
    if (text->find('\0') != text->npos) return refuse("holds a NUL byte");
    value = *text;
    return true;
  }

  bool take(std::string& value, PathRule const& rule) {
    if (std::string text; take(text, TextRule{})) {
      text = with_home(std::move(text));
      if (!text.starts_with('/') && !(text.empty() && rule.may_be_empty))
        return refuse("has to be an absolute path, or one that starts with ~/");
      value = std::move(text);
      return true;
    }
    return false;
  }

  bool take(auto& value, FlagRule) {
    auto flag = node_->value_exact<bool>();
    if (!flag) return refuse("has to be true or false");
    value = *flag;
    return true;
  }

  template <class T>
  bool take(T& value, CountRule const& rule) {
    auto number = node_->value_exact<std::int64_t>();
    auto fits = number && *number >= 0 && static_cast<std::uint64_t>(*number) >= rule.least &&
                static_cast<std::uint64_t>(*number) <= rule.most;
    if (!fits) return refuse(fmt::format("has to be a whole number from {} to {}", rule.least, rule.most));
    value = static_cast<T>(*number);
    return true;
  }

  bool take(std::uint64_t& value, SizeRule const& rule) {
    std::optional<std::uint64_t> size;
    if (auto text = node_->value_exact<std::string>())
      size = parse_size(*text);
    else if (auto number = node_->value_exact<std::int64_t>(); number && *number >= 0)
      size = static_cast<std::uint64_t>(*number);
    if (!size) return refuse("has to be a size: bytes, or a text such as \"64KiB\" (B, KiB, MiB, GiB, TiB)");
    if (*size < rule.least || *size > rule.most)
      return refuse(fmt::format("has to be from {} to {}", size_text(rule.least), size_text(rule.most)));
    value = *size;
    return true;
  }

  bool take(Duration& value, DurationRule const& rule) {
    auto text = node_->value_exact<std::string>();
    auto duration = text ? parse_duration(*text) : std::nullopt;
    if (!duration)
      return refuse("has to be a duration with its unit, such as \"5s\" (ns, us, ms, s, min, h, d)");
    if (*duration < rule.least || *duration > rule.most)
      return refuse(
          fmt::format("has to be from {} to {}", duration_text(rule.least), duration_text(rule.most)));
    value = *duration;
    return true;
  }

  template <class E, std::size_t N>
  bool take(E& value, OneOf<E, N> const& rule) {
    auto text = node_->value_exact<std::string>();
    for (auto const& word : rule.words)
      if (text && *text == word.word) {
        value = word.value;
        return true;
      }
    auto words = words_of(rule);
    return refuse("has to be one of " + in_list(words), text ? nearest(*text, words) : std::string());
  }

  std::optional<std::vector<std::string>> texts() {
    auto const* array = node_->as_array();
    std::vector<std::string> texts;
    for (std::size_t i = 0; array != nullptr && i < array->size(); ++i)
      if (auto text = (*array)[i].value_exact<std::string>()) texts.push_back(*std::move(text));
    if (array == nullptr || texts.size() != array->size()) return std::nullopt;
    return texts;
  }

  bool take(std::optional<VersionRange>& value, VersionRule) {
    auto number = node_->value_exact<std::int64_t>();
    auto text = number ? std::to_string(*number) : node_->value_exact<std::string>().value_or("");
    auto range = parse_version_range(text);
    if (!range) return refuse("has to be a version such as 2, or a range: \"1..2\", \"2..\", \"..2\"");
    value = range;
    return true;
  }

  bool take(std::vector<Kind>& value, KindsRule) {
    auto words = texts();
    if (!words || words->empty()) return refuse("has to be a list of kinds, such as [\"kg\"]");
    std::vector<Kind> kinds;
    for (auto const& word : *words) {
      auto kind = parse_kind(word);
      if (!kind) return refuse(fmt::format("\"{}\" is no kind of signal this build serves", word), "kg");
      kinds.push_back(*kind);
    }
    value = std::move(kinds);
    return true;
  }

  bool take(std::vector<std::string>& value, FileNamesRule) {
    auto names = texts();
    if (!names) return refuse("has to be a list of file names, such as [\"completion.json\"]");
    for (auto const& name : *names)
      if (name.find_first_of(std::string_view("/\0", 2)) != name.npos || !layout::artifact_form(name))
        return refuse(fmt::format("\"{}\" is not the plain name of a .json or .ndjson file", name));
    value = *std::move(names);
    return true;
  }

  bool take(std::vector<std::string>& value, WordsRule) {
    auto words = texts();
    auto bad = [](std::string const& word) { return word.empty() || word.find('\0') != word.npos; };
    if (!words || std::ranges::any_of(*words, bad))
      return refuse("has to be a list of words, such as [\"my-agent\", \"--repair\"]; no shell reads them");
    value = *std::move(words);
    return true;
  }

  /// Where a schema is: an absolute path, ~/…, or one from the directory of this configuration file.
  std::optional<std::string> schema_path(toml::node const& node) {
    auto text = node.value_exact<std::string>();
    if (!text || text->empty() || text->ends_with('/') || text->find('\0') != text->npos) return std::nullopt;
    auto directory = std::filesystem::absolute(reading_.file).parent_path();
    return (directory / with_home(*text)).lexically_normal().string();
  }

  bool take(std::string& value, SchemaFileRule) {
    auto path = schema_path(*node_);
    if (!path) return refuse("has to be the path of a JSON Schema file");
    value = *std::move(path);
    return true;
  }

  bool take(std::map<std::string, std::string>& value, SchemaFilesRule) {
    std::map<std::string, std::string> files;
    auto const* table = node_->as_table();
    if (table == nullptr)
      return refuse("has to be a table such as { \"completion.json\" = \"completion.schema.json\" }");
    for (auto const& [name, node] : *table) {
      auto path = schema_path(node);
      if (!path || name.str().empty())
        return refuse(fmt::format("\"{}\" needs the path of a JSON Schema file", name.str()));
      files.emplace(name.str(), *std::move(path));
    }
    value = std::move(files);
    return true;
  }

  bool take(std::vector<AgentRule::Demand>& value, DemandsRule) {
    auto const* array = node_->as_array();
    if (array == nullptr || (!array->empty() && !array->is_homogeneous(toml::node_type::table)))
      return refuse(
          "has to be a list of tables such as { that = \".claims | length > 0\", message = \"…\" }");
    AgentRule::Demand sample;
    auto each = [](auto& demand, auto&& visit) { each_demand_setting(demand, visit); };
    for (auto const& element : *array) {
      auto const& table = *element.as_table();
      auto prefix = fmt::format("{}[{}]", key_, value.size());
      reading_.config.origins[prefix] = fmt::format("{}:{}", reading_.file, table.source().begin.line);
      check_keys(reading_, table, "", keys_of(sample, each));
      each(value.emplace_back(), Filling(reading_, table, prefix + "."));
    }
    return true;
  }

  Reading& reading_;
  toml::table const& table_;
  std::string prefix_;
  std::string key_;
  toml::node const* node_ = nullptr;
};

} // namespace artifactd
