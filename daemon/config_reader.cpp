#include "daemon/config_reader.hpp"

#include "daemon/config_fields.hpp"
#include "state/nearest.hpp"
#include "daemon/quantity.hpp"
#include "state/session_layout.hpp"

#include <algorithm>
#include <cstdlib>
#include <fmt/core.h>
#include <limits>
#include <toml++/toml.h>

namespace artifactd {

namespace {

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

std::string with_home(std::string path) {
  char const* home = std::getenv("HOME");
  if (path.starts_with("~/") && home != nullptr) return home + path.substr(1);
  return path;
}

template <class E, std::size_t N>
std::vector<std::string> words_of(OneOf<E, N> const& rule) {
  std::vector<std::string> words;
  for (auto const& word : rule.words)
    words.emplace_back(word.word);
  return words;
}

std::string in_list(std::vector<std::string> const& words) {
  std::string list;
  for (auto const& word : words)
    list += fmt::format("{}\"{}\"", list.empty() ? "" : ", ", word);
  return list;
}

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

  bool take(std::optional<VersionRange>& value, VersionRule) {
    auto number = node_->value_exact<std::int64_t>();
    auto text = number ? std::to_string(*number) : node_->value_exact<std::string>().value_or("");
    auto range = parse_version_range(text);
    if (!range) return refuse("has to be a version such as 2, or a range: \"1..2\", \"2..\", \"..2\"");
    value = range;
    return true;
  }

  std::optional<std::vector<std::string>> texts() {
    auto const* array = node_->as_array();
    std::vector<std::string> texts;
    for (std::size_t i = 0; array != nullptr && i < array->size(); ++i)
      if (auto text = (*array)[i].value_exact<std::string>()) texts.push_back(*std::move(text));
    if (array == nullptr || texts.size() != array->size()) return std::nullopt;
    return texts;
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

  Reading& reading_;
  toml::table const& table_;
  std::string prefix_;
  std::string key_;
  toml::node const* node_ = nullptr;
};

/// The keys of a list of settings.
template <class T, class Each>
std::vector<std::string> keys_of(T& sample, Each each) {
  std::vector<std::string> keys;
  each(sample, [&](std::string_view key, auto&, auto const&) { keys.emplace_back(key); });
  return keys;
}

std::string last_part(std::string const& key) {
  return key.substr(key.rfind('.') + 1);
}

/// The known key somebody meant: one spelled alike, or the same word in another section.
std::string meant(std::string const& key, std::vector<std::string> const& known) {
  if (auto alike = nearest(key, known); !alike.empty()) return alike;
  for (auto const& candidate : known)
    if (last_part(candidate) == last_part(key)) return candidate;
  return {};
}

void check_keys(Reading& reading, toml::table const& table, std::string const& prefix,
                std::vector<std::string> const& known) {
  for (auto const& [key, node] : table) {
    auto full = prefix + std::string(key.str());
    if (std::ranges::find(known, full) != known.end()) continue;
    auto section = std::ranges::any_of(known, [&](auto const& k) { return k.starts_with(full + "."); });
    if (auto const* inner = node.as_table(); section && inner != nullptr)
      check_keys(reading, *inner, full + ".", known);
    else if (section)
      reading.fault(key.source(), full, fmt::format("is a section: write [{}]", full));
    else
      reading.fault(key.source(), full, "unknown key", meant(full, known));
  }
}

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
