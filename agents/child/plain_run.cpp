#include "agents/child/plain_run.hpp"

#include "state/names.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <fmt/core.h>

namespace artifactd {

namespace {

constexpr std::array<char const*, 6> handed_down = {"PATH", "HOME", "USER", "LANG", "LC_ALL", "TZ"};
constexpr std::size_t kept_words = 400;

} // namespace

std::vector<std::string> inherited_environment() {
  std::vector<std::string> environment;
  for (auto const* name : handed_down)
    if (auto const* value = std::getenv(name)) environment.push_back(fmt::format("{}={}", name, value));
  return environment;
}

std::string last_words(Ran const& ran) {
  auto const& text = ran.errors.bytes.empty() ? ran.output.bytes : ran.errors.bytes;
  return printable(std::string_view(text).substr(text.size() - std::min(text.size(), kept_words)));
}

} // namespace artifactd
