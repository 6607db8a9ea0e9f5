#include "daemon/mcp/tool_result.hpp"

#include "state/vocabulary/names.hpp"

#include <algorithm>
#include <fmt/core.h>

namespace artifactd::mcp {

namespace {

constexpr std::size_t longest_scalar = 4096; // of what is left when all else was too large

std::size_t size_of(Json const& json) {
  return compact(json).size();
}

/// Leaves out elements from the end until the document loses `surplus` bytes; returns how many.
std::size_t shorten(Json& list, std::size_t surplus) {
  std::size_t lost = 0;
  std::size_t left_out = 0;
  for (; !list.empty() && lost < surplus; ++left_out) {
    lost += size_of(list.back()) + 1;
    list.erase(list.size() - 1);
  }
  return left_out;
}

/// Only the members that are neither lists nor objects, shortened.
Json scalars_of(Json const& json) {
  auto kept = Json::object();
  for (auto const& [name, value] : json.items()) {
    if (value.is_string())
      kept[name] = abbreviated(value.get<std::string>(), longest_scalar);
    else if (value.is_primitive())
      kept[name] = value;
  }
  return kept;
}

void fit(Json& structured, std::vector<Json::json_pointer> const& lists, std::size_t limit) {
  auto cut = Json::object();
  for (auto const& pointer : lists) {
    auto const size = size_of(structured);
    if (size <= limit) break;
    if (!structured.contains(pointer) || !structured[pointer].is_array()) continue;
    if (auto const left_out = shorten(structured[pointer], size - limit); left_out > 0)
      cut[pointer.to_string()] = left_out;
  }
  if (size_of(structured) > limit) {
    structured = scalars_of(structured);
    cut[""] = "lists and objects";
  }
  if (!cut.empty()) structured["left_out"] = std::move(cut);
}

/// The beginning of it whose JSON fits, between two characters.
std::string fitted_text(std::string const& text, std::size_t limit) {
  constexpr std::string_view ellipsis = "…";
  auto cut = text;
  for (auto most = std::min(text.size(), limit); size_of(cut) > limit; most = most / 4 * 3) {
    cut = abbreviated(text, most);
    if (cut.size() < text.size()) cut.resize(cut.size() - std::min(cut.size(), ellipsis.size()));
  }
  return cut;
}

std::string with_remark(std::string const& text, std::size_t limit) {
  constexpr std::size_t for_remark = 256;
  auto const cut = fitted_text(text, limit - for_remark);
  if (cut == text) return text;
  return fmt::format("{}\n[cut: these are the first {} of {} bytes; ask for less]", cut, cut.size(),
                     text.size());
}

Json text_block(std::string text) {
  return {{"type", "text"}, {"text", std::move(text)}};
}

} // namespace

Json to_json(ToolResult result, Revision revision, std::size_t limit) {
  auto const half = limit / 2;
  auto const text_size = size_of(result.text);
  auto const text_limit = std::max(half, limit - std::min(limit, size_of(result.structured)));
  auto text = with_remark(result.text, text_limit);
  // In a string each quote takes two bytes.
  auto const room = std::max(half, limit - std::min(limit, text_size));
  if (result.structured.is_object())
    fit(result.structured, result.lists, has_structure(revision) ? room : room / 2);
  Json json{{"content", Json::array()}};
  json["content"].push_back(text_block(std::move(text)));
  if (result.structured.is_object() && has_structure(revision))
    json["structuredContent"] = std::move(result.structured);
  else if (result.structured.is_object())
    json["content"].push_back(text_block(fitted_text(compact(result.structured), room)));
  if (result.is_error) json["isError"] = true;
  return json;
}

Json resource_result(std::string const& uri, std::string const& mime_type, std::string const& text,
                     std::size_t limit) {
  auto const cut = fitted_text(text, limit - 1024);
  auto const whole = cut == text;
  Json first{{"uri", uri}, {"mimeType", whole ? mime_type : "text/plain"}, {"text", cut}};
  auto contents = Json::array();
  contents.push_back(std::move(first));
  if (!whole)
    contents.push_back(
        {{"uri", uri},
         {"mimeType", "text/plain"},
         {"text", fmt::format("[cut: these are the first {} of {} bytes; query_graph shows parts of a graph]",
                              cut.size(), text.size())}});
  return {{"contents", std::move(contents)}};
}

} // namespace artifactd::mcp
