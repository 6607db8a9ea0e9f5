#include "daemon/config/config_strings.hpp"

#include "daemon/config/toml_parser.hpp"

#include <algorithm>
#include <fmt/core.h>

namespace artifactd {

namespace {

/// Where lines begin; the parser counts lines and, in a line, characters.
class Places {
public:
  explicit Places(std::string_view text) : text_(text) {
    for (std::size_t at = 0; at != text.npos && at <= text.size();) {
      lines_.push_back(at);
      auto const end = text.find('\n', at);
      at = end == text.npos ? end : end + 1;
    }
  }

  [[nodiscard]] std::size_t of(toml::source_position const& position) const {
    if (position.line == 0 || position.line > lines_.size()) return text_.size();
    auto at = lines_[position.line - 1];
    for (toml::source_index column = 1; column < position.column && at < text_.size(); ++column)
      do
        ++at;
      while (at < text_.size() && (static_cast<unsigned char>(text_[at]) & 0xC0U) == 0x80U);
    return at;
  }

private:
  std::string_view text_;
  std::vector<std::size_t> lines_;
};

void collect(toml::node const& node, std::string const& key, Places const& places,
             std::vector<ConfigString>& found) {
  if (auto const* table = node.as_table()) {
    for (auto const& [name, value] : *table)
      collect(value, key.empty() ? std::string(name.str()) : fmt::format("{}.{}", key, name.str()), places,
              found);
  } else if (auto const* array = node.as_array()) {
    for (std::size_t i = 0; i < array->size(); ++i)
      collect((*array)[i], fmt::format("{}[{}]", key, i), places, found);
  } else if (auto const* text = node.as_string()) {
    auto const begin = places.of(node.source().begin);
    found.push_back({key, text->get(), begin, places.of(node.source().end) - begin});
  }
}

} // namespace

Result<std::vector<ConfigString>> config_strings(std::string_view text) {
  try {
    std::vector<ConfigString> found;
    auto const document = parse_toml(text);
    collect(document, "", Places(text), found);
    std::ranges::sort(found, {}, &ConfigString::at);
    for (auto const& each : found) {
      auto const written = text.substr(std::min(each.at, text.size()), each.bytes);
      if (written.size() < 2 || (written.front() != '"' && written.front() != '\'') ||
          written.back() != written.front())
        return fail(Fault::invalid, fmt::format("cannot find {} in its text", each.key));
    }
    return found;
  } catch (toml::parse_error const& error) {
    return fail(Fault::invalid, std::string(error.description()));
  }
}

std::string toml_quoted(std::string_view value) {
  std::string text = "\"";
  for (auto const byte : value)
    if (byte == '"' || byte == '\\')
      text.append("\\").push_back(byte);
    else if (static_cast<unsigned char>(byte) < 0x20 || byte == 0x7f)
      text += fmt::format("\\u{:04x}", static_cast<unsigned char>(byte));
    else
      text += byte;
  return text + '"';
}

} // namespace artifactd
