#include "merge/play/record/log_reader.hpp"

#include "merge/game/game.hpp"
#include "state/json/scan.hpp"

#include <fmt/core.h>
#include <optional>
#include <simdjson.h>

namespace artifactd::play {

namespace {

constexpr std::size_t most_oddities = 100;

Value carefully_read(std::string_view text) {
  if (!json::scan(text, {.depth = game::deepest})) return Value(Value::value_t::discarded);
  return Value::parse(text, nullptr, false);
}

/// std::nullopt if it is nested deeper than `depth`. The last of members with the same name counts.
std::optional<Value> built(simdjson::dom::element element, unsigned depth) {
  using simdjson::dom::element_type;
  switch (element.type()) {
  case element_type::OBJECT: {
    if (depth == 0) return std::nullopt;
    auto value = Value::object();
    for (auto const& field : simdjson::dom::object(element)) {
      auto member = built(field.value, depth - 1);
      if (!member) return std::nullopt;
      value[std::string(field.key)] = *std::move(member);
    }
    return value;
  }
  case element_type::ARRAY: {
    if (depth == 0) return std::nullopt;
    auto value = Value::array();
    for (auto const each : simdjson::dom::array(element)) {
      auto item = built(each, depth - 1);
      if (!item) return std::nullopt;
      value.push_back(*std::move(item));
    }
    return value;
  }
  case element_type::INT64: {
    auto const number = std::int64_t(element);
    return number < 0 ? Value(number) : Value(static_cast<std::uint64_t>(number));
  }
  case element_type::UINT64:
    return Value(std::uint64_t(element));
  case element_type::DOUBLE:
    return Value(double(element));
  case element_type::STRING:
    return Value(std::string(std::string_view(element)));
  case element_type::BOOL:
    return Value(bool(element));
  case element_type::NULL_VALUE:
    return Value(nullptr);
  }
  return std::nullopt;
}

} // namespace

Value json_in(std::string_view text) {
  thread_local simdjson::dom::parser parser(longest_line);
  simdjson::dom::element element;
  // The slower parser handles what simdjson cannot (numbers beyond 64 bits), and rejects invalid JSON.
  if (text.size() > longest_line || parser.parse(text.data(), text.size()).get(element) != simdjson::SUCCESS)
    return carefully_read(text);
  auto value = built(element, game::deepest);
  return value ? *std::move(value) : Value(Value::value_t::discarded);
}

std::size_t LogReader::read(std::string_view text, std::vector<RecordLine>& lines) {
  auto const size = text.size();
  for (auto end = text.find('\n'); end != text.npos; end = text.find('\n')) {
    auto line = text.substr(0, end);
    text.remove_prefix(end + 1);
    if (line.ends_with('\r')) line.remove_suffix(1);
    ++number_;
    take(line, lines);
  }
  return size - text.size();
}

void LogReader::take(std::string_view text, std::vector<RecordLine>& lines) {
  if (text.size() > longest_line) return note(fmt::format("is longer than {} bytes", longest_line));
  auto json = json_in(text);
  if (json.is_discarded()) return note("is not JSON");
  auto line = record_line_from(std::move(json));
  if (!line) return note(line.error());
  if (line->step != last_step_ + 1)
    note(fmt::format("is step {} where step {} is expected", line->step, last_step_ + 1));
  last_step_ = line->step;
  lines.push_back(*std::move(line));
}

void LogReader::note(std::string_view what) {
  if (odd_.size() < most_oddities) odd_.push_back(fmt::format("line {}: {}", number_, what));
}

} // namespace artifactd::play
