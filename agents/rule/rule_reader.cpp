#include "agents/rule/rule_reader.hpp"

#include "agents/rule/draft/piece_name.hpp"
#include "agents/rule/field_reader.hpp"
#include "agents/rule/rule_keys.hpp"
#include "agents/rule/typography.hpp"
#include "agents/yaml/stray_text.hpp"
#include "state/json/scalar.hpp"

#include <algorithm>
#include <array>
#include <fmt/core.h>

namespace artifactd::extraction {

namespace {

constexpr std::int64_t highest_priority = 1000;
constexpr std::string_view name_words =
    "a name of lower-case letters, digits and _ that begins with a letter";
constexpr std::string_view glob_words = "a glob such as \"**/*.csv\"";

constexpr std::array<std::string_view, 6> rule_keys = {"version", "name", "glob",
                                                       "extract", "tag",  "priority"};

bool small(char c) {
  return c >= 'a' && c <= 'z';
}

bool plain_name(std::string_view text) {
  return !text.empty() && small(text.front()) &&
         std::ranges::all_of(text, [](char c) { return small(c) || json::is_digit(c) || c == '_'; });
}

bool is_nothing(YamlNode const& node) {
  return node.kind == YamlNode::Kind::scalar && node.type == ScalarType::null && node.text.empty();
}

/// Reads the members of the outermost mapping.
class RuleReader {
public:
  RuleReader(RawText const& raw, YamlTree const& tree)
      : raw_(raw), faults_(raw, tree), root_(faults_.root()) {}

  RuleReading read() {
    std::optional<Rule> rule;
    if (is_one_rule()) rule = members();
    if (faults_.refused()) rule.reset();
    return {std::move(rule), std::move(faults_).take()};
  }

private:
  bool is_one_rule() {
    if (is_nothing(*root_.node)) {
      faults_.add({.code = "SCHEMA_VIOLATION",
                   .message = "there is no rule: the file has only blanks and comments",
                   .expected = "a mapping with name, glob and extract",
                   .found = "nothing",
                   .hint = "Write one rule, as \"key: value\" lines."},
                  root_);
      return false;
    }
    if (root_.node->kind != YamlNode::Kind::mapping) {
      faults_.wrong(root_, "a mapping with name, glob and extract", no_mapping_hint());
      return false;
    }
    auto const wrapper = wrapper_of_rule();
    if (!wrapper) return true;
    auto const name = shortened(dotted(wrapper->pointer));
    bool const list = wrapper->node->kind == YamlNode::Kind::sequence;
    faults_.wrong(*wrapper, "one rule per file, its keys at the top",
                  fmt::format("Remove \"{}:\"{}, and move name, glob and extract to the left margin.", name,
                              list ? " and the dash" : ""));
    return false;
  }

  [[nodiscard]] std::string no_mapping_hint() const {
    if (root_.node->kind == YamlNode::Kind::sequence) return "Write one rule, without the dash in front.";
    if (auto hint = written_line_breaks_hint(raw_.bytes.substr(root_.node->begin)); !hint.empty())
      return hint;
    return "Write the rule as \"key: value\" lines and nothing else.";
  }

  /// A member that holds the rule instead of being a part of it.
  [[nodiscard]] std::optional<RulePart> wrapper_of_rule() const {
    if (auto rules = member(faults_, root_, "rules")) return rules;
    if (member(faults_, root_, "name") || member(faults_, root_, "glob")) return std::nullopt;
    auto const& members = root_.node->members;
    auto const found = std::ranges::find_if(
        members, [&](YamlMember const& each) { return is_rule(faults_.part(root_, each)); });
    return found == members.end() ? std::nullopt : std::optional(faults_.part(root_, *found));
  }

  /// Also a list whose first item is one.
  [[nodiscard]] bool is_rule(RulePart part) const {
    if (!part.node->items.empty()) part.node = &faults_.node(part.node->items.front());
    return member(faults_, part, "name") || member(faults_, part, "glob");
  }

  std::optional<Rule> members() {
    judge_keys(faults_, root_, rule_keys);
    number("version", 1, 1);
    auto name = plain_name_of("name");
    if (!member(faults_, root_, "name"))
      faults_.missing(root_, "name", std::string(name_words),
                      "Give the rule a name, as in \"name: mission_data\".");
    auto glob = read_glob();
    auto fields = read_fields();
    auto tag = plain_name_of("tag");
    auto const priority = number("priority", 0, highest_priority);
    if (faults_.refused() || !name || !glob) return std::nullopt;
    return Rule{.name = *std::move(name),
                .glob = *std::move(glob),
                .fields = std::move(fields),
                .tag = std::move(tag),
                .priority = priority.value_or(default_priority),
                .glob_byte = member(faults_, root_, "glob")->node->begin,
                .file = std::string(raw_.file)};
  }

  std::optional<std::int64_t> number(std::string_view key, std::int64_t least, std::int64_t most) {
    auto const part = member(faults_, root_, key);
    if (!part) return std::nullopt;
    bool const integer =
        part->node->kind == YamlNode::Kind::scalar && part->node->type == ScalarType::integer;
    auto const value = integer ? integer_value(part->node->text) : std::nullopt;
    if (value && *value >= least && *value <= most) return value;
    auto const expected = least == most ? fmt::format("the number {}", most)
                                        : fmt::format("a whole number from {} to {}", least, most);
    faults_.wrong(*part, expected, fmt::format("Write {}, without quotes, or leave {} out.", expected, key));
    return std::nullopt;
  }

  std::optional<std::string> plain_name_of(std::string_view key) {
    auto const part = member(faults_, root_, key);
    if (!part) return std::nullopt;
    auto text = string_of(faults_, *part, name_words);
    if (!text || plain_name(*text)) return text;
    auto hint = typographic_hint(*text);
    if (auto const better = as_name(std::string_view(*text).substr(0, 100)); hint.empty() && !better.empty())
      hint = fmt::format("Did you mean \"{}\"?", better);
    faults_.wrong(*part, std::string(name_words), std::move(hint));
    return std::nullopt;
  }

  std::optional<Glob> read_glob() {
    auto const part = member(faults_, root_, "glob");
    if (!part) {
      faults_.missing(root_, "glob", std::string(glob_words),
                      "Write a glob, in quotes, that matches the rule's paths.");
      return std::nullopt;
    }
    auto const text = string_of(faults_, *part, glob_words);
    if (!text) return std::nullopt;
    auto glob = Glob::compile(*text);
    if (glob) return *std::move(glob);
    auto const& fault = glob.error();
    auto hint = typographic_hint(*text);
    if (hint.empty()) hint = fault.hint;
    if (auto const comment = faults_.comment_hint(*part->node); !comment.empty()) hint += " " + comment;
    faults_.add({.code = "SCHEMA_VIOLATION",
                 .message = fmt::format("'glob' has invalid value {}: {}", shown(*text), fault.message),
                 .expected = std::string(glob_words),
                 .found = shown(std::string_view(*text).substr(std::min(fault.byte, text->size()))),
                 .hint = std::move(hint)},
                *part, faults_.byte_in(*part->node, fault.byte));
    return std::nullopt;
  }

  std::vector<Field> read_fields() {
    std::vector<Field> fields;
    auto const part = member(faults_, root_, "extract");
    if (!part || (part->node->kind == YamlNode::Kind::scalar && part->node->type == ScalarType::null))
      return fields;
    if (part->node->kind != YamlNode::Kind::mapping) {
      bool const list = part->node->kind == YamlNode::Kind::sequence;
      faults_.wrong(*part, "a mapping from field names to their definitions, or null",
                    list ? "Remove the dashes: each field is a name with a colon." : "");
      return fields;
    }
    if (part->node->members.size() > most_fields) {
      faults_.wrong(*part, fmt::format("at most {} fields", most_fields), "Extract only what is needed.");
      return fields;
    }
    for (auto const& each : part->node->members) {
      auto const& key = faults_.node(each.key);
      auto const field = faults_.part(*part, each);
      if (key.type != ScalarType::string && !is_word(key.text))
        faults_.wrong({&key, field.pointer}, "a field name that is text");
      fields.push_back(read_field(faults_, field, key.text));
    }
    return fields;
  }

  RawText raw_;
  RuleFaults faults_;
  RulePart root_;
};

} // namespace

RuleReading read_rule(RawText const& raw, YamlTree const& tree) {
  return RuleReader(raw, tree).read();
}

} // namespace artifactd::extraction
