#include "state/tuning/structure.hpp"

#include "state/json/diagnose.hpp"
#include "state/tuning/shape.hpp"
#include "state/tuning/tuning_state.hpp"
#include "state/vocabulary/nearest.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <fmt/core.h>
#include <fmt/ranges.h>

namespace artifactd::tuning {

namespace {

// Both by Base.
constexpr std::array<std::string_view, 8> base_words = {
    "a string",           "a number", "a number",  "true or false",
    "a time as a string", "an array", "an object", "an array"};
constexpr std::array base_types = {json::Type::string,  json::Type::number, json::Type::number,
                                   json::Type::boolean, json::Type::string, json::Type::array,
                                   json::Type::object,  json::Type::array};

std::string_view type_word(Base base) noexcept {
  return base_words[static_cast<std::size_t>(base)];
}

bool has_type(JsonNode const& node, Base base) noexcept {
  return node.type() == base_types[static_cast<std::size_t>(base)];
}

template <class Number>
bool in_range(std::string_view text, FieldShape const& field) noexcept {
  Number value{};
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size() &&
         value >= static_cast<Number>(field.least) && value <= static_cast<Number>(field.most);
}

/// If more members are missing they were not forgotten: somebody wrote only the changes.
constexpr std::size_t most_missing = 3;

class Structure {
public:
  explicit Structure(Report& report) noexcept : report_(report) {}

  void check_state(JsonNode const& root) {
    auto const missing = missing_names(root, state_shape());
    if (missing.size() <= most_missing) return check_record(root, state_shape());
    report_.error(
        "S02", root, fmt::format("this is a part of a state: {} members are missing", missing.size()),
        fmt::format("also {}", fmt::join(missing, ", ")),
        "Write the whole state, or change a part of it by: artifactctl state update FILE --merge JSON");
    check_members(root, state_shape());
  }

private:
  static std::vector<std::string_view> missing_names(JsonNode const& node, RecordShape const& shape) {
    std::vector<std::string_view> names;
    for (auto const& field : shape.fields)
      if (field.need == Need::required && node.find(field.name) == nullptr) names.push_back(field.name);
    return names;
  }

  void check_record(JsonNode const& node, RecordShape const& shape) {
    for (auto const& field : shape.fields)
      if (node.find(field.name) == nullptr) missing(node, shape, field);
    check_members(node, shape);
  }

  void check_members(JsonNode const& node, RecordShape const& shape) {
    for (auto const& field : shape.fields)
      if (auto const* value = node.find(field.name)) check(*value, field);
  }

  void missing(JsonNode const& node, RecordShape const& shape, FieldShape const& field) {
    if (field.need == Need::optional) return;
    report_.add("S02", field.need == Need::required ? Severity::error : Severity::warning, node,
                fmt::format("{} has no member {}", shape.name, field.name),
                fmt::format("{}: {}{}", field.name, type_word(field.base), field.nullable ? " or null" : ""));
  }

  void check(JsonNode const& node, FieldShape const& field) {
    if (field.nullable && node.type() == json::Type::null) return;
    if (!has_type(node, field.base)) return wrong_type(node, field.base, field.nullable);
    switch (field.base) {
    case Base::text:
      return check_word(node, field);
    case Base::stamp:
      return check_time(node);
    case Base::whole:
    case Base::number:
      return check_range(node, field);
    case Base::record:
      return check_record(node, *field.record);
    case Base::texts:
      for (auto const& child : node.children())
        if (!has_type(child, Base::text)) wrong_type(child, Base::text, false);
      return;
    case Base::records:
      for (auto const& child : node.children())
        if (has_type(child, Base::record))
          check_record(child, *field.record);
        else
          wrong_type(child, Base::record, false);
      return;
    case Base::flag:
      return;
    }
  }

  void wrong_type(JsonNode const& node, Base base, bool nullable) {
    auto what = std::string(type_word(base)) + (nullable ? " or null" : "");
    report_.error("S02", node, "the value has another type", what);
  }

  void check_word(JsonNode const& node, FieldShape const& field) {
    if (field.words.empty()) return;
    auto word = node.string();
    if (std::ranges::find(field.words, word) != field.words.end()) return;
    auto expected = fmt::format("one of {}", fmt::join(field.words, ", "));
    if (std::ranges::find(field.newer, word) != field.newer.end())
      return report_.warning("S03", node, "only later writers know this value", expected);
    std::vector<std::string> known(field.words.begin(), field.words.end());
    auto meant = nearest(word, known);
    report_.error("S03", node, fmt::format("{} has no such value", field.name), expected,
                  meant.empty() ? "" : fmt::format("Did you mean {}?", meant));
  }

  void check_time(JsonNode const& node) {
    if (parse_time(node.string())) return;
    report_.error("S07", node, "this is not a time, or has no zone, or its day does not exist",
                  "for instance \"2026-01-14T09:30:00.000Z\"");
  }

  void check_range(JsonNode const& node, FieldShape const& field) {
    auto text = node.text();
    auto whole = field.base == Base::whole;
    if (whole ? in_range<std::uint64_t>(text, field) : in_range<double>(text, field)) return;
    auto range = field.most >= 1e15 ? fmt::format("from {}", field.least)
                                    : fmt::format("from {} to {}", field.least, field.most);
    report_.error(field.out_of_range, node,
                  fmt::format("{} {}", field.name,
                              whole && text.find_first_of(".eE") != text.npos
                                  ? "is not written as a whole number"
                                  : "is out of its range"),
                  fmt::format("a {}number {}", whole ? "whole " : "", range));
  }

  Report& report_;
};

void check_lines(JsonNode const& root, Report& report) {
  auto const* issues = root.find("issues");
  if (issues == nullptr) return;
  for (auto const& issue : issues->children()) {
    auto const* location = issue.find("location");
    auto const* begin = location == nullptr ? nullptr : location->find("line_start");
    auto const* end = location == nullptr ? nullptr : location->find("line_end");
    if (begin == nullptr || end == nullptr) continue;
    std::uint64_t first = 0;
    std::uint64_t last = 0;
    std::from_chars(begin->text().data(), begin->text().data() + begin->text().size(), first);
    std::from_chars(end->text().data(), end->text().data() + end->text().size(), last);
    if (last < first)
      report.error("S08", *end, "line_end is before line_start", fmt::format("at least {}", first));
  }
}

void check_names(JsonNode const& root, Report& report) {
  auto const fields = state_shape().fields;
  for (auto const& member : root.children()) {
    auto const& key = member.key();
    if (std::ranges::find(fields, key, &FieldShape::name) != fields.end()) continue;
    auto dot = key.find('.');
    if (dot != std::string::npos) {
      report.error(
          "S04", member, fmt::format("a path was written as a name: {}", key), "",
          fmt::format("An update of a path changes the member inside: \"{}\": {{ \"{}\": … }}; the other "
                      "members of it stay. artifactctl state update --set does it.",
                      key.substr(0, dot), key.substr(dot + 1)));
    } else if (std::ranges::find(newer_members(), key) != newer_members().end()) {
      report.warning("S04", member, "only later writers know this member", "", "It is kept as it is.");
    } else {
      std::vector<std::string> known;
      for (auto const& field : fields)
        known.emplace_back(field.name);
      auto meant = nearest(key, known);
      report.warning("S04", member, fmt::format("the state has no member {}", key), "",
                     meant.empty() ? "It is kept as it is." : fmt::format("Did you mean {}?", meant));
    }
  }
}

} // namespace

std::vector<Finding> text_findings(std::string_view text) {
  auto findings = json::syntax_findings("", text, {.depth = deepest});
  for (auto& finding : findings) {
    if (finding.code == "json.truncated")
      finding.hint =
          "It was read half written, or its writer stopped. Write it whole under another name, then "
          "rename it to state.json.";
    finding.code = "state.S01";
  }
  if (findings.empty() && JsonNode(text).type() != json::Type::object) {
    Report report(text);
    report.error("S01", JsonNode(text), "the state is not an object", "an object");
    return std::move(report).findings();
  }
  return findings;
}

void check_structure(JsonNode const& root, Report& report) {
  Structure(report).check_state(root);
  check_lines(root, report);
  check_names(root, report);
}

} // namespace artifactd::tuning
