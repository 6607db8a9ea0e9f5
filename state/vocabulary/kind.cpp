#include "state/vocabulary/kind.hpp"

#include <algorithm>

namespace artifactd {

namespace {

constexpr std::string_view document_suffix = ".json";

} // namespace

std::optional<Kind> Kind::parse(std::string_view word) noexcept {
  if (!is_word(word)) return std::nullopt;
  return Kind(word, unknown);
}

Kind Kind::by_default() noexcept {
  return Kind(default_word, unknown);
}

std::string_view Kind::word() const& noexcept {
  auto const end = std::ranges::find(word_, '\0');
  return {word_.data(), static_cast<std::size_t>(end - word_.begin())};
}

bool Kind::is_default() const noexcept {
  return word() == default_word;
}

std::optional<Kind> Kinds::find(std::string_view word) const noexcept {
  auto const found = std::ranges::find_if(kinds_, [&](Kind const& each) { return each.word() == word; });
  return found == kinds_.end() ? std::nullopt : std::optional(*found);
}

std::optional<Kind> Kinds::of_document(std::string_view file_name) const noexcept {
  if (!file_name.ends_with(document_suffix)) return std::nullopt;
  file_name.remove_suffix(document_suffix.size());
  auto const kind = find(file_name);
  return kind && kind->is_document() ? kind : std::nullopt;
}

std::string Kinds::signal_words() const {
  std::vector<std::string> words;
  for (auto const& each : kinds_)
    if (!each.is_document()) words.emplace_back(each.word());
  std::ranges::sort(words);
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i)
    text += (i == 0 ? "" : i + 1 == words.size() ? " and " : ", ") + words[i];
  return text;
}

} // namespace artifactd
