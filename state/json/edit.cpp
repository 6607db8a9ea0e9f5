#include "state/json/edit.hpp"

#include "state/vocabulary/names.hpp"

#include <algorithm>
#include <charconv>
#include <fmt/core.h>
#include <utility>

namespace artifactd::json {

namespace {

std::size_t begin_of(std::string_view text, JsonNode const& child) {
  auto const* data = child.key_text().empty() ? child.text().data() : child.key_text().data();
  return static_cast<std::size_t>(data - text.data());
}

std::size_t end_of(std::string_view text, JsonNode const& child) {
  return child.byte_in(text) + child.text().size();
}

/// Adds `item` after the last child of an object or array, laid out like the children before it.
Splice appended(std::string_view text, JsonNode const& container, std::string const& item) {
  auto begin = container.byte_in(text);
  if (container.children().empty()) return {begin, begin + container.text().size(), {}};
  auto end = end_of(text, container.children().back());
  auto first = begin_of(text, container.children().front());
  auto space = text.substr(begin + 1, first - begin - 1); // between the bracket and the first child
  return {end, end, "," + std::string(space) + item};
}

/// Joins several members added at one place into one splice.
std::vector<Splice> joined(std::vector<Splice> splices) {
  std::ranges::stable_sort(splices, {}, &Splice::begin);
  std::vector<Splice> result;
  for (auto& each : splices) {
    auto again = !result.empty() && result.back().begin == each.begin;
    if (again && each.begin == each.end)
      result.back().with += each.with;
    else if (again) // an empty container that gets several children
      result.back().with.replace(result.back().with.size() - 1, 1, ", " + each.with.substr(1));
    else
      result.push_back(std::move(each));
  }
  return result;
}

JsonNode const* step_into(JsonNode const& node, std::string_view step) {
  if (node.type() != Type::array) return node.type() == Type::object ? node.find(step) : nullptr;
  if (step.size() > 1 && step.front() == '0') return nullptr; // RFC 6901: an index has no leading zeros
  std::size_t index = 0;
  auto [end, error] = std::from_chars(step.data(), step.data() + step.size(), index);
  if (error != std::errc() || end != step.data() + step.size() || index >= node.children().size())
    return nullptr;
  return &node.children()[index];
}

} // namespace

Result<std::vector<std::string>> pointer_steps(std::string_view pointer) {
  std::vector<std::string> steps;
  while (!pointer.empty()) {
    if (pointer.front() != '/') return fail(Fault::invalid, "a JSON pointer begins with /");
    auto const end = std::min(pointer.find('/', 1), pointer.size());
    std::string step;
    for (std::size_t i = 1; i < end; ++i) {
      auto const escape = pointer[i] == '~';
      if (escape && (i + 1 == end || (pointer[i + 1] != '0' && pointer[i + 1] != '1')))
        return fail(Fault::invalid, "in a JSON pointer ~ is followed by 0 or 1");
      step += escape ? (pointer[++i] == '0' ? '~' : '/') : pointer[i];
    }
    steps.push_back(std::move(step));
    pointer.remove_prefix(end);
  }
  return steps;
}

JsonNode const* find_at(JsonNode const& root, std::vector<std::string> const& steps) {
  auto const* node = &root;
  for (auto const& step : steps)
    if (node != nullptr) node = step_into(*node, step);
  return node;
}

Result<std::string> with_value(std::string_view text, std::vector<std::string> const& steps,
                               std::string_view value) {
  JsonNode const root(text);
  auto const* node = &root;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    auto const is_last = i + 1 == steps.size();
    if (auto const* child = step_into(*node, steps[i])) {
      node = child;
    } else if (is_last && node->type() == Type::array && steps[i] == "-") {
      return spliced(text, {added_element(text, *node, value)});
    } else if (is_last && node->type() == Type::object && !steps[i].empty()) {
      return spliced(text, {added_member(text, *node, steps[i], value)});
    } else {
      auto const at = node->parent() == nullptr ? "the document" : node->pointer();
      return fail(Fault::invalid, at + " has no \"" + printable(steps[i]) + "\" to go into");
    }
  }
  return spliced(text, {replacement(text, *node, value)});
}

Splice replacement(std::string_view text, JsonNode const& node, std::string_view value) {
  auto begin = node.byte_in(text);
  return {begin, begin + node.text().size(), std::string(value)};
}

Splice added_member(std::string_view text, JsonNode const& object, std::string_view key,
                    std::string_view value) {
  auto item = quote(key) + ": " + std::string(value);
  auto splice = appended(text, object, item);
  if (object.children().empty()) splice.with = "{" + item + "}";
  return splice;
}

Splice added_element(std::string_view text, JsonNode const& array, std::string_view value) {
  auto splice = appended(text, array, std::string(value));
  if (array.children().empty()) splice.with = "[" + std::string(value) + "]";
  return splice;
}

Splice inserted_element(std::string_view text, JsonNode const& before, std::string_view value) {
  auto const begin = begin_of(text, before);
  auto const bracket = before.parent()->byte_in(text);
  auto const first = begin_of(text, before.parent()->children().front());
  auto const space = text.substr(bracket + 1, first - bracket - 1);
  return {begin, begin, fmt::format("{},{}", value, space)};
}

Splice removal(std::string_view text, JsonNode const& node) {
  auto const children = node.parent()->children();
  auto const* first = children.data();
  auto index =
      static_cast<std::size_t>(std::ranges::find(children, node.text().data(),
                                                 [](JsonNode const& each) { return each.text().data(); }) -
                               children.begin());
  if (children.size() == 1)
    return replacement(text, *node.parent(), node.parent()->type() == Type::array ? "[]" : "{}");
  if (index == 0) return {begin_of(text, node), begin_of(text, first[1]), ""};
  return {end_of(text, first[index - 1]), end_of(text, node), ""};
}

std::string spliced(std::string_view text, std::vector<Splice> splices) {
  std::string result;
  std::size_t done = 0;
  for (auto const& each : joined(std::move(splices))) {
    result.append(text.substr(done, each.begin - done)).append(each.with);
    done = each.end;
  }
  return result.append(text.substr(done));
}

} // namespace artifactd::json
