#define TOML_IMPLEMENTATION // instead of Debian's library
#include "daemon/config/toml_parser.hpp"

#include <algorithm>
#include <memory>
#include <string>
#include <tuple>
#include <vector>

namespace artifactd {

namespace {

bool surprises(std::string_view text) {
  try {
    std::ignore = toml::parse(text);
  } catch (toml::parse_error const&) {
  } catch (TomlSurprise const&) {
    return true;
  }
  return false;
}

/// The first line of a surprising text with which it surprises.
toml::source_index surprising_line(std::string_view text) {
  std::vector<std::size_t> ends;
  for (std::size_t at = text.find('\n'); at != text.npos; at = text.find('\n', at + 1))
    ends.push_back(at + 1);
  auto const line =
      std::ranges::partition_point(ends, [&](std::size_t end) { return !surprises(text.substr(0, end)); });
  return static_cast<toml::source_index>(line - ends.begin() + 1);
}

} // namespace

toml::table parse_toml(std::string_view text, std::string_view file) try {
  return toml::parse(text, file);
} catch (TomlSurprise const&) {
  throw toml::parse_error("this is not valid TOML", {surprising_line(text), 1},
                          std::make_shared<std::string const>(file));
}

} // namespace artifactd
