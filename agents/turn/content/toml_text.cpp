#include "agents/turn/content/foreign_text.hpp"
#include "state/json/place.hpp"
#include "state/vocabulary/utf8.hpp"

#include <cmath>
#include <fmt/core.h>
#include <sstream>

// The parser of foreign texts. Without exceptions of its own it is a different class from the one that reads
// the configuration, so the two never mix.
#undef TOML_HEADER_ONLY
#define TOML_HEADER_ONLY 1
#undef TOML_SHARED_LIB
#define TOML_EXCEPTIONS 0
#include "state/platform/toml_guard.hpp"

#include <toml++/toml.h>

namespace artifactd::turn {

namespace {

/// Thrown while values are read, and caught in value_of_toml.
struct Refusal {
  toml::source_position at;
  std::string pointer;
  Complaint complaint;
};

constexpr std::string_view toml_key_ends = "\n=,[]{}";

/// Skips a quoted part that begins at `at`: returns the position after its closing quotes, or the end of the
/// line if it is not closed.
std::size_t behind_quotes(std::string_view text, std::size_t at) {
  auto const quote = text[at];
  std::string const triple(3, quote);
  bool const many_lines = text.substr(at).starts_with(triple);
  auto const closing = many_lines ? std::string_view(triple) : text.substr(at, 1);
  for (at += closing.size(); at < text.size(); ++at) {
    if (quote == '"' && text[at] == '\\') {
      ++at;
      continue;
    }
    if (text[at] == '\n' && !many_lines) return at;
    if (text.substr(at).starts_with(closing)) return at + closing.size();
  }
  return text.size();
}

/// Input that toml++ does not survive.
struct Danger {
  std::size_t byte;
  Complaint complaint;
};

/// A key with so many dotted parts that destroying their tables would overflow the stack, or a non-ASCII
/// character outside of texts and comments, for which its error messages are of no help.
std::optional<Danger> danger_in(std::string_view text) {
  unsigned dots = 0;
  for (std::size_t at = 0; at < text.size();) {
    char const c = text[at];
    if (c == '"' || c == '\'') {
      at = behind_quotes(text, at);
      continue;
    }
    if (c == '#') {
      at = std::min(text.find('\n', at), text.size());
      continue;
    }
    if (static_cast<unsigned char>(c) >= 0x80)
      return Danger{
          at,
          {.message = "a character that only texts and comments may have",
           .expected = "ASCII outside of quotes",
           .found = shown_text(text.substr(at, std::max<std::size_t>(sequence_length(text, at), 1))),
           .hint = "Put the key or value in double quotes."}};
    if (toml_key_ends.contains(c)) dots = 0;
    if (c == '.' && ++dots > deepest_content) return Danger{at, nested_too_deep()};
    ++at;
  }
  return std::nullopt;
}

class TomlValues {
public:
  Json value(toml::node const& node);

private:
  Json table_value(toml::table const& table);
  Json list_value(toml::array const& array);
  Json inner(toml::node const& node, std::string const& step);
  [[noreturn]] void refuse(toml::node const& node, Complaint complaint) const {
    throw Refusal{node.source().begin, pointer_, std::move(complaint)};
  }

  std::string pointer_; ///< of the value being read
  unsigned depth_ = 0;
};

Json TomlValues::inner(toml::node const& node, std::string const& step) {
  if (depth_ == deepest_content) refuse(node, nested_too_deep());
  auto const length = pointer_.size();
  pointer_ += step;
  ++depth_;
  auto result = value(node);
  --depth_;
  pointer_.resize(length);
  return result;
}

Json TomlValues::table_value(toml::table const& table) {
  if (table.size() > most_members) refuse(table, crowded(table.size()));
  Json object = Json::object();
  for (auto const& [key, each] : table)
    object[std::string(key.str())] = inner(each, json::pointer_step(key.str()));
  return object;
}

Json TomlValues::list_value(toml::array const& array) {
  Json list = Json::array();
  for (std::size_t i = 0; i < array.size(); ++i)
    list.push_back(inner(array[i], fmt::format("/{}", i)));
  return list;
}

template <class Dated>
std::string written(Dated const& value) {
  std::ostringstream text;
  text << value;
  return std::move(text).str();
}

Json TomlValues::value(toml::node const& node) {
  if (auto const* table = node.as_table()) return table_value(*table);
  if (auto const* array = node.as_array()) return list_value(*array);
  if (auto const* text = node.as_string()) return text->get();
  if (auto const* whole = node.as_integer()) return whole->get();
  if (auto const* flag = node.as_boolean()) return flag->get();
  if (auto const* date = node.as_date()) return written(date->get());
  if (auto const* time = node.as_time()) return written(time->get());
  if (auto const* moment = node.as_date_time()) return written(moment->get());
  auto const number = node.as_floating_point()->get();
  if (!std::isfinite(number)) refuse(node, endless(fmt::format("{}", number)));
  return number;
}

/// The byte offset of a position, whose columns count characters.
std::size_t byte_of(std::string_view text, toml::source_position const& at) {
  std::size_t byte = 0;
  for (auto line = at.line; line > 1 && byte < text.size(); --line)
    byte = std::min(text.find('\n', byte), text.size() - 1) + 1;
  for (auto column = at.column; column > 1 && byte < text.size() && text[byte] != '\n'; --column)
    do
      ++byte;
    while (byte < text.size() && (static_cast<unsigned char>(text[byte]) & 0xC0) == 0x80);
  return byte;
}

std::unexpected<std::vector<Finding>> refused(std::string_view file, std::string_view bytes, std::size_t byte,
                                              std::string pointer, Complaint complaint) {
  return std::unexpected(
      std::vector{syntax_finding(file, bytes, byte, std::move(pointer), std::move(complaint))});
}

} // namespace

Complaint nested_too_deep() {
  return {.message = "values are nested too deep",
          .expected = fmt::format("at most {} levels", deepest_content),
          .found = "one more",
          .hint = "Make the structure flatter."};
}

std::expected<Json, std::vector<Finding>> value_of_toml(std::string_view file, std::string_view bytes) {
  if (auto finding = not_utf8(file, bytes)) return std::unexpected(std::vector{*std::move(finding)});
  if (bytes.starts_with(utf8_mark)) bytes.remove_prefix(utf8_mark.size());
  if (auto danger = danger_in(bytes))
    return refused(file, bytes, danger->byte, "", std::move(danger->complaint));
  auto const no_toml = [&](toml::source_position const& at, std::string message) {
    return refused(file, bytes, byte_of(bytes, at), "",
                   {.message = std::move(message),
                    .expected = "TOML",
                    .found = "something else",
                    .hint = "Put texts in double quotes, and write each key once."});
  };
  try {
    auto const parsed = toml::parse(bytes, file);
    if (!parsed) return no_toml(parsed.error().source().begin, std::string(parsed.error().description()));
    return TomlValues().value(parsed.table());
  } catch (TomlSurprise const&) {
    return no_toml({.line = 1, .column = 1}, "the text is not TOML");
  } catch (Refusal const& refusal) {
    return refused(file, bytes, byte_of(bytes, refusal.at), refusal.pointer, refusal.complaint);
  }
}

} // namespace artifactd::turn
