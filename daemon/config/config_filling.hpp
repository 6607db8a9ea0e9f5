// How one TOML table becomes settings: the visitor that fills them, and the check for unknown keys. Every
// fault becomes a ConfigError with its place, and reading goes on after it.
#pragma once

#include "daemon/config/config_fields.hpp"
#include "daemon/config/quantity.hpp"
#include "daemon/config/toml_parser.hpp"
#include "state/vocabulary/nearest.hpp"

#include <fmt/core.h>
#include <optional>
#include <string>
#include <string_view>
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

/// With ~/ expanded.
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

/// The keys of the settings that `each` visits.
template <class T, class Each>
std::vector<std::string> keys_of(T& sample, Each each) {
  std::vector<std::string> keys;
  each(sample, [&](std::string_view key, auto&, auto const&) { keys.emplace_back(key); });
  return keys;
}

/// Reports every unknown key of the table, with the known one that was probably meant.
void check_keys(Reading& reading, toml::table const& table, std::string const& prefix,
                std::vector<std::string> const& known);

/// Adds a T for each table of the array, filled by `each`; `name` is the key of the list.
template <class T, class Each>
void add_tables(Reading& reading, toml::array const& array, std::string const& name, std::vector<T>& list,
                Each each);

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
  bool refuse(std::string message, std::string suggestion = {});

  bool take(std::string& value, TextRule);
  bool take(std::string& value, DatabaseRule) { return take(value, TextRule{}); }
  bool take(std::string& value, PathRule const& rule);
  bool take(std::uint64_t& value, SizeRule const& rule);
  bool take(Duration& value, DurationRule const& rule);
  bool take(std::optional<VersionRange>& value, VersionRule);
  bool take(std::vector<Kind>& value, KindsRule);
  bool take(std::vector<std::string>& value, FileNamesRule);
  bool take(std::vector<std::string>& value, WordsRule);
  bool take(std::vector<std::string>& value, ProgramRule);
  bool take(std::string& value, SchemaFileRule);
  bool take(std::map<std::string, std::string>& value, SchemaFilesRule);
  bool take(std::optional<model::MicroDollars>& value, MoneyRule);
  bool take(std::optional<model::MicroDollars>& value, MoneyLimitRule);
  bool take(std::optional<std::uint64_t>& value, TokenLimitRule);
  bool take(std::optional<std::int64_t>& value, IntegerRule);
  bool take(std::optional<double>& value, NumberRule const& rule);
  bool take(std::optional<model::Day>& value, DayRule);

  /// Sets the value to what was read; refuses it if that is nothing.
  template <class T, class Read>
  bool accept(T& value, std::optional<Read> read, std::string wanted) {
    if (!read) return refuse(std::move(wanted));
    value = *std::move(read);
    return true;
  }

  bool take(auto& value, FlagRule) {
    return accept(value, node_->value_exact<bool>(), "has to be true or false");
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

  template <class T, class Each>
  bool take(std::vector<T>& value, TablesRule<Each> const& rule) {
    auto const* array = node_->as_array();
    if (array == nullptr || (!array->empty() && !array->is_homogeneous(toml::node_type::table)))
      return refuse(fmt::format("has to be a list of tables such as {}", rule.example));
    value.clear();
    add_tables(reading_, *array, key_, value, rule.each);
    return true;
  }

  /// The strings of a list that holds nothing else.
  [[nodiscard]] std::optional<std::vector<std::string>> texts() const;
  /// Resolves a path written in this configuration file.
  [[nodiscard]] std::string path_from_here(std::string const& path) const;
  /// Resolves the path of a schema: absolute, ~/…, or relative to the directory of this configuration file.
  [[nodiscard]] std::optional<std::string> schema_path(toml::node const& node) const;
  /// The amount as written, in micro-dollars.
  [[nodiscard]] std::optional<model::MicroDollars> money() const;
  [[nodiscard]] bool unlimited() const;

  Reading& reading_;
  toml::table const& table_;
  std::string prefix_;
  std::string key_;
  toml::node const* node_ = nullptr;
};

template <class T, class Each>
void add_tables(Reading& reading, toml::array const& array, std::string const& name, std::vector<T>& list,
                Each each) {
  T sample;
  auto const known = keys_of(sample, each);
  for (auto const& element : array) {
    auto const& table = *element.as_table();
    auto const prefix = fmt::format("{}[{}]", name, list.size());
    reading.config.origins[prefix] = fmt::format("{}:{}", reading.file, table.source().begin.line);
    check_keys(reading, table, "", known);
    each(list.emplace_back(), Filling(reading, table, prefix + "."));
  }
}

} // namespace artifactd
