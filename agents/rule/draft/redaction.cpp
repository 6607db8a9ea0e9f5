#include "agents/rule/draft/redaction.hpp"

#include "agents/rule/draft/path_token.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <set>

namespace artifactd::extraction {

namespace {

constexpr std::string_view stand_in = "part";

std::set<std::string> words_of(std::string_view name) {
  std::set<std::string> words;
  name.remove_suffix(extension_of(name).size());
  for (auto const& token : tokens_of(name))
    if (token.kind == TokenKind::word && token.text.size() > 1) words.emplace(token.text);
  return words;
}

} // namespace

Redaction::Redaction(std::span<SamplePath const> paths) {
  std::vector<std::set<std::string>> constant; // for each component
  for (bool first = true; auto const& path : paths) {
    auto const components = components_of(path.parts);
    if (first) constant.resize(components.size());
    for (std::size_t i = 0; i < std::min(components.size(), constant.size()); ++i) {
      auto words = words_of(components[i]);
      if (first)
        constant[i] = std::move(words);
      else
        std::erase_if(constant[i], [&](auto const& word) { return !words.contains(word); });
    }
    first = false;
  }
  for (auto const& words : constant)
    for (auto const& word : words)
      if (std::ranges::find(words_, word) == words_.end()) words_.push_back(word);
}

std::string Redaction::redacted(std::string_view path) const {
  std::string result;
  for (auto const& token : tokens_of(path)) {
    auto const known = token.kind == TokenKind::word ? std::ranges::find(words_, token.text) : words_.end();
    if (known != words_.end()) {
      result += fmt::format("{}{}", stand_in, known - words_.begin() + 1);
      continue;
    }
    for (char const c : token.text)
      result += c >= '0' && c <= '9' ? '0' : c;
  }
  return result;
}

std::string Redaction::restored(std::string_view text) const {
  std::string result;
  while (!text.empty()) {
    auto const at = text.find(stand_in);
    result += text.substr(0, at);
    if (at == std::string_view::npos) break;
    text.remove_prefix(at + stand_in.size());
    std::size_t number = 0;
    std::size_t digits = 0;
    for (; digits < std::min<std::size_t>(text.size(), 6) && text[digits] >= '0' && text[digits] <= '9';
         ++digits)
      number = number * 10 + static_cast<std::size_t>(text[digits] - '0');
    if (number == 0 || number > words_.size()) {
      result += stand_in;
      continue;
    }
    result += words_[number - 1];
    text.remove_prefix(digits);
  }
  return result;
}

} // namespace artifactd::extraction
