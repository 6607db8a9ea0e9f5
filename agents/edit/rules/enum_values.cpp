#include "agents/edit/rules/enum_values.hpp"

#include <re2/re2.h>

namespace artifactd::editor {

std::vector<std::string> enum_values(game::Field const& field) {
  std::vector<std::string> values;
  if (!field.part || !game::is(field.part.node, json::Type::object)) return values;
  for (auto const* member : {"enum", "values"})
    if (auto const* list = field.part.node->find(member); game::is(list, json::Type::array))
      for (auto const& each : list->children())
        if (game::is(&each, json::Type::string)) values.push_back(each.string());
  static re2::RE2 const listed(R"(^enum:\[(.*)\]$)");
  static re2::RE2 const element(R"(\s*([^,]+?)\s*(?:,|$))");
  std::string inside;
  if (re2::RE2::FullMatch(game::string_at(*field.part.node, "constraints").value_or(""), listed, &inside)) {
    re2::StringPiece rest(inside);
    for (std::string value; re2::RE2::Consume(&rest, element, &value);)
      values.push_back(value);
  }
  return values;
}

} // namespace artifactd::editor
