#include "state/tuning/edit.hpp"

#include "state/json/diagnose.hpp"
#include "state/json/tree.hpp"
#include "state/names.hpp"
#include "state/tuning/structure.hpp"

#include <algorithm>
#include <charconv>
#include <fmt/core.h>
#include <vector>

namespace artifactd::tuning {

namespace {

/// `with` in place of the bytes from `begin` to `end`.
struct Splice {
  std::size_t begin;
  std::size_t end;
  std::string with;
};

std::string spliced(std::string_view text, std::vector<Splice> const& splices) {
  std::string result;
  std::size_t done = 0;
  for (auto const& each : splices) { // in the order of the text
    result.append(text.substr(done, each.begin - done)).append(each.with);
    done = each.end;
  }
  return result.append(text.substr(done));
}

Splice replacement(std::string_view text, JsonNode const& node, std::string_view value) {
  auto begin = node.byte_in(text);
  return {begin, begin + node.text().size(), std::string(value)};
}

/// `item` behind the last child of an object or array, as the children before it are laid out.
Splice appended(std::string_view text, JsonNode const& container, std::string const& item) {
  auto begin = container.byte_in(text);
  if (container.children().empty()) return {begin, begin + container.text().size(), {}};
  auto const& last = container.children().back();
  auto const& first = container.children().front();
  auto end = last.byte_in(text) + last.text().size();
  auto first_begin = static_cast<std::size_t>(
      (first.key_text().empty() ? first.text().data() : first.key_text().data()) - text.data());
  auto space = text.substr(begin + 1, first_begin - begin - 1); // between the bracket and the first child
  return {end, end, "," + std::string(space) + item};
}

Splice added_member(std::string_view text, JsonNode const& object, std::string_view key,
                    std::string_view value) {
  auto item = json::quote(key) + ": " + std::string(value);
  auto splice = appended(text, object, item);
  if (object.children().empty()) splice.with = "{" + item + "}";
  return splice;
}

Splice added_element(std::string_view text, JsonNode const& array, std::string_view value) {
  auto splice = appended(text, array, std::string(value));
  if (array.children().empty()) splice.with = "[" + std::string(value) + "]";
  return splice;
}

Result<void> check_json(std::string_view what, std::string_view text) {
  auto findings = json::syntax_findings("", text, {.depth = deepest});
  if (findings.empty()) return {};
  return fail(Fault::invalid, fmt::format("{} is no JSON value: {}", what, findings.front().message));
}

std::vector<std::string> steps_of(std::string_view path) {
  std::vector<std::string> steps;
  auto const separator = path.starts_with('/') ? '/' : '.';
  if (separator == '/') path.remove_prefix(1);
  for (;;) {
    auto end = path.find(separator);
    std::string step(path.substr(0, end));
    if (separator == '/')
      for (auto [escaped, plain] : {std::pair("~1", "/"), std::pair("~0", "~")})
        for (auto at = step.find(escaped); at != step.npos; at = step.find(escaped, at + 1))
          step.replace(at, 2, plain);
    steps.push_back(std::move(step));
    if (end == path.npos) return steps;
    path.remove_prefix(end + 1);
  }
}

JsonNode const* element(JsonNode const& array, std::string_view step) {
  std::size_t index = 0;
  auto [end, error] = std::from_chars(step.data(), step.data() + step.size(), index);
  if (error != std::errc() || end != step.data() + step.size() || index >= array.children().size())
    return nullptr;
  return &array.children()[index];
}

Error no_way(std::string_view path, JsonNode const& node, std::string_view step) {
  return {Fault::invalid,
          fmt::format("{}: {} has no {} to go into", printable(path),
                      node.parent() == nullptr ? "the state" : node.pointer(), printable(step))};
}

Result<void> collect(std::string_view text, JsonNode const& base, JsonNode const& update,
                     std::vector<Splice>& splices) {
  for (auto const& member : update.children()) {
    auto const& key = member.key();
    if (auto dot = key.find('.'); dot != key.npos)
      return fail(
          Fault::invalid,
          fmt::format(
              "\"{}\" is a path written as a name; write {{\"{}\": {{\"{}\": …}}}}: the other members "
              "stay",
              printable(key), printable(key.substr(0, dot)), printable(key.substr(dot + 1))));
    auto const* there = base.find(key);
    if (there == nullptr)
      splices.push_back(added_member(text, base, key, member.text()));
    else if (there->type() == json::Type::object && member.type() == json::Type::object)
      TRY(collect(text, *there, member, splices));
    else
      splices.push_back(replacement(text, *there, member.text()));
  }
  return {};
}

/// Several members added at one place become one splice.
std::vector<Splice> ordered(std::vector<Splice> splices) {
  std::ranges::stable_sort(splices, {}, &Splice::begin);
  std::vector<Splice> joined;
  for (auto& each : splices) {
    auto again = !joined.empty() && joined.back().begin == each.begin;
    if (again && each.begin == each.end)
      joined.back().with += each.with;
    else if (again) // an empty object that gets several members
      joined.back().with.replace(joined.back().with.size() - 1, 1, ", " + each.with.substr(1));
    else
      joined.push_back(std::move(each));
  }
  return joined;
}

} // namespace

Result<std::string> set_member(std::string_view text, std::string_view path, std::string_view value) {
  TRY(check_json("the value for " + printable(path), value));
  JsonNode const root(text);
  auto const steps = steps_of(path);
  auto const* node = &root;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    auto const& step = steps[i];
    auto is_last = i + 1 == steps.size();
    auto is_array = node->type() == json::Type::array;
    if (step.empty() || (!is_array && node->type() != json::Type::object))
      return fail(no_way(path, *node, step));
    auto const* child = is_array ? element(*node, step) : node->find(step);
    if (child == nullptr && is_last && is_array && step == "-")
      return spliced(text, {added_element(text, *node, value)});
    if (child == nullptr && is_last && !is_array)
      return spliced(text, {added_member(text, *node, step, value)});
    if (child == nullptr) return fail(no_way(path, *node, step));
    node = child;
  }
  return spliced(text, {replacement(text, *node, value)});
}

Result<std::string> merge_update(std::string_view text, std::string_view update) {
  TRY(check_json("the update", update));
  JsonNode const root(text);
  JsonNode const changes(update);
  if (changes.type() != json::Type::object) return fail(Fault::invalid, "the update is not a JSON object");
  std::vector<Splice> splices;
  TRY(collect(text, root, changes, splices));
  return spliced(text, ordered(std::move(splices)));
}

} // namespace artifactd::tuning
