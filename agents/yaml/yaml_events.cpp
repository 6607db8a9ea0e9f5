#include "agents/yaml/yaml_events.hpp"

#include "agents/yaml/late_yaml.hpp"

#include <algorithm>
#include <new>

namespace artifactd::extraction {

namespace {

std::string text_of(yaml_char_t const* text) {
  return text == nullptr ? std::string() : reinterpret_cast<char const*>(text);
}

std::string words(char const* text) {
  return text == nullptr ? "" : text;
}

struct EventEnd {
  void operator()(yaml_event_t* event) const { yaml_event_delete(event); }
};

} // namespace

YamlEvents::YamlEvents(std::string_view content, std::size_t byte) : base_(byte) {
  if (yaml_parser_initialize(&parser_) == 0) throw std::bad_alloc();
  yaml_parser_set_encoding(&parser_, YAML_UTF8_ENCODING);
  yaml_parser_set_input_string(&parser_, reinterpret_cast<unsigned char const*>(content.data()),
                               content.size());
  for (std::size_t at = 0; at < content.size(); ++at)
    if ((static_cast<unsigned char>(content[at]) & 0xC0) != 0x80) characters_.push_back(at);
  characters_.push_back(content.size());
}

YamlEvents::~YamlEvents() {
  yaml_parser_delete(&parser_);
}

std::size_t YamlEvents::byte_of(yaml_mark_t const& mark) const {
  return base_ + characters_[std::min(mark.index, characters_.size() - 1)];
}

YamlBreak YamlEvents::broken() const {
  if (parser_.error == YAML_MEMORY_ERROR) throw std::bad_alloc();
  YamlBreak result{.problem = words(parser_.problem), .context = words(parser_.context)};
  result.byte =
      parser_.error == YAML_READER_ERROR ? base_ + parser_.problem_offset : byte_of(parser_.problem_mark);
  result.context_byte = result.context.empty() ? result.byte : byte_of(parser_.context_mark);
  return result;
}

std::expected<YamlEvent, YamlBreak> YamlEvents::next() {
  yaml_event_t raw;
  if (yaml_parser_parse(&parser_, &raw) == 0) return std::unexpected(broken());
  std::unique_ptr<yaml_event_t, EventEnd> const owner(&raw);
  YamlEvent event{.type = raw.type, .begin = byte_of(raw.start_mark), .end = byte_of(raw.end_mark)};
  switch (raw.type) {
  case YAML_SCALAR_EVENT:
    event.text.assign(reinterpret_cast<char const*>(raw.data.scalar.value), raw.data.scalar.length);
    event.anchor = text_of(raw.data.scalar.anchor);
    event.tag = text_of(raw.data.scalar.tag);
    event.plain = raw.data.scalar.style == YAML_PLAIN_SCALAR_STYLE;
    break;
  case YAML_SEQUENCE_START_EVENT:
    event.anchor = text_of(raw.data.sequence_start.anchor);
    event.tag = text_of(raw.data.sequence_start.tag);
    break;
  case YAML_MAPPING_START_EVENT:
    event.anchor = text_of(raw.data.mapping_start.anchor);
    event.tag = text_of(raw.data.mapping_start.tag);
    break;
  case YAML_ALIAS_EVENT:
    event.anchor = text_of(raw.data.alias.anchor);
    break;
  default:
    break;
  }
  return event;
}

} // namespace artifactd::extraction
