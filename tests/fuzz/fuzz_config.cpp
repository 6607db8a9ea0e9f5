// Any bytes as a configuration: it is read, or its mistakes are named with lines; the texts in it are where
// they are said to be.
#include "daemon/config/config_reader.hpp"
#include "daemon/config/config_strings.hpp"
#include "tests/fuzz/demand.hpp"

#include <cstddef>
#include <cstdint>

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  using namespace artifactd;
  using fuzz::demand;
  std::string_view const text(reinterpret_cast<char const*>(data), size);
  Config config;
  std::vector<ConfigError> errors;
  read_config_text("a.toml", text, config, errors);
  for (auto const& each : errors)
    demand(each.line > 0 && !each.message.empty(), "a mistake without its line");
  read_config_text_loosely("a.toml", text, config);
  if (auto const strings = config_strings(text))
    for (auto const& each : *strings)
      demand(each.at + each.bytes <= size, "a text that ends behind the end");
  return 0;
}
