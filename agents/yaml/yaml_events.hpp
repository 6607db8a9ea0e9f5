// libyaml's parser as a stream of events whose positions are byte offsets in the raw text. Owns what libyaml
// allocates; the only file that calls it.
#pragma once

#include "agents/yaml/yaml_mistake.hpp"

#include <cstddef>
#include <expected>
#include <memory>
#include <string>
#include <string_view>
#include <vector>
#include <yaml.h>

namespace artifactd::extraction {

struct YamlEvent {
  yaml_event_type_t type = YAML_NO_EVENT;
  std::size_t begin = 0;
  std::size_t end = 0;
  std::string text{};   ///< for a scalar
  std::string anchor{}; ///< defined here, or referred to by an alias
  std::string tag{};
  bool plain = false; ///< a scalar without quotes, neither literal nor folded
};

class YamlEvents {
public:
  /// `content` is UTF-8 and begins `byte` bytes into the raw text.
  YamlEvents(std::string_view content, std::size_t byte);
  ~YamlEvents();
  YamlEvents(YamlEvents const&) = delete;
  YamlEvents& operator=(YamlEvents const&) = delete;

  [[nodiscard]] std::expected<YamlEvent, YamlBreak> next();

private:
  [[nodiscard]] std::size_t byte_of(yaml_mark_t const& mark) const;
  [[nodiscard]] YamlBreak broken() const;

  yaml_parser_t parser_{};
  std::size_t base_;
  std::vector<std::size_t> characters_; ///< where each one begins: libyaml counts characters
};

} // namespace artifactd::extraction
