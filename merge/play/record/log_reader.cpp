#include "merge/play/record/log_reader.hpp"

#include "merge/play/record/value_reader.hpp"

#include <fmt/core.h>

namespace artifactd::play {

namespace {

constexpr std::size_t most_oddities = 100;

} // namespace

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
