#include "agents/rule/rule_keys.hpp"

#include "agents/rule/known_words.hpp"
#include "state/vocabulary/nearest.hpp"

#include <algorithm>
#include <array>
#include <fmt/core.h>
#include <vector>

namespace artifactd::extraction {

namespace {

/// Names that other rule generators use for these keys.
constexpr std::array<KnownWords, 7> key_synonyms = {{
    {"pattern", " capture regex "},
    {"normalize", " transform normalise "},
    {"from", " source segment "},
    {"tag", " tags label "},
    {"extract", " fields "},
    {"glob", " match path "},
    {"default", " fallback "},
}};

std::string nearest_of(std::string_view word, Words known) {
  return nearest(word, std::vector<std::string>(known.begin(), known.end()));
}

std::string meant_by(std::string_view word, Words known) {
  for (auto const& each : key_synonyms)
    if (has_word(each, word) && std::ranges::find(known, each.name) != known.end())
      return std::string(each.name);
  return nearest_of(word, known);
}

std::string unknown_key_hint(std::string const& meant) {
  if (meant.empty()) return "Leave it out.";
  if (meant == "extract")
    return "Did you mean \"extract\"? Write each field's name with a colon below it, and the field's from "
           "below that.";
  return fmt::format("Did you mean \"{}\"?", meant);
}

} // namespace

std::string listed(Words words) {
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i)
    text.append(i == 0 ? "" : i + 1 < words.size() ? ", " : " or ").append(words[i]);
  return text;
}

void judge_keys(RuleFaults& faults, RulePart const& mapping, Words known) {
  for (auto const& each : mapping.node->members) {
    auto const& key = faults.node(each.key);
    if (std::ranges::find(known, key.text) != known.end()) continue;
    if (key.type == ScalarType::ambiguous) {
      auto part = faults.part(mapping, each);
      part.node = &key;
      faults.wrong(part, listed(known),
                   key.text == "<<" ? "Write the members out; YAML 1.2 has no merge keys." : "");
      continue;
    }
    auto const meant = meant_by(key.text, known);
    faults.unknown(mapping, key, listed(known), unknown_key_hint(meant));
  }
}

std::optional<RulePart> member(RuleFaults const& faults, RulePart const& mapping, std::string_view name) {
  auto const& members = mapping.node->members;
  auto const found = std::ranges::find_if(
      members, [&](YamlMember const& each) { return faults.node(each.key).text == name; });
  if (found == members.end()) return std::nullopt;
  return faults.part(mapping, *found);
}

std::optional<std::string> string_of(RuleFaults& faults, RulePart const& part, std::string_view expected) {
  bool const fits = part.node->kind == YamlNode::Kind::scalar && part.node->type == ScalarType::string;
  if (fits) return part.node->text;
  faults.wrong(part, std::string(expected));
  return std::nullopt;
}

std::optional<std::size_t> word_of(RuleFaults& faults, RulePart const& part, Words words) {
  auto const text = string_of(faults, part, listed(words));
  if (!text) return std::nullopt;
  auto const found = std::ranges::find(words, *text);
  if (found != words.end()) return static_cast<std::size_t>(found - words.begin());
  auto const meant = nearest_of(*text, words);
  faults.wrong(part, listed(words), meant.empty() ? "" : fmt::format("Did you mean \"{}\"?", meant));
  return std::nullopt;
}

} // namespace artifactd::extraction
