#include "merge/schema/documents.hpp"

#include "merge/schema/keywords.hpp"
#include "state/json/diagnose.hpp"
#include "state/session/atomic_file.hpp"

#include <charconv>
#include <filesystem>
#include <fmt/core.h>

namespace artifactd {

namespace {

constexpr std::size_t longest_file = 1 << 20;
constexpr std::size_t most_files = 64;
constexpr unsigned deepest = 64;

bool has_scheme(std::string_view uri) {
  auto colon = uri.find(':');
  return colon != uri.npos && colon > 0 && uri.substr(0, colon).find_first_of("/?#.") == uri.npos;
}

/// RFC 3986 as far as schemas use it: absolute, rooted, or relative to the base.
std::string resolved(std::string_view base, std::string_view uri) {
  if (has_scheme(uri)) return std::string(uri);
  auto authority = base.find("://");
  auto path = authority == base.npos ? base.find('/') : base.find('/', authority + 3);
  if (uri.starts_with('/')) return std::string(base.substr(0, path)).append(uri);
  if (path == base.npos) return std::string(base).append("/").append(uri);
  return std::string(base.substr(0, base.rfind('/') + 1)).append(uri);
}

std::string percent_decoded(std::string_view text) {
  std::string plain;
  for (std::size_t i = 0; i < text.size(); ++i) {
    unsigned value = 0;
    auto const* begin = text.data() + i + 1;
    if (text[i] == '%' && i + 2 < text.size() &&
        std::from_chars(begin, begin + 2, value, 16).ptr == begin + 2) {
      plain += static_cast<char>(value);
      i += 2;
    } else {
      plain += text[i];
    }
  }
  return plain;
}

JsonNode const* step(JsonNode const& node, std::string_view token) {
  std::string key;
  for (std::size_t i = 0; i < token.size(); ++i) {
    bool escape = token[i] == '~' && i + 1 < token.size() && (token[i + 1] == '0' || token[i + 1] == '1');
    key += !escape ? token[i] : token[++i] == '0' ? '~' : '/';
  }
  if (node.type() == json::Type::object) return node.find(key);
  std::size_t index = 0;
  auto parsed = std::from_chars(key.data(), key.data() + key.size(), index);
  if (parsed.ec != std::errc() || parsed.ptr != key.data() + key.size()) return nullptr;
  return index < node.children().size() ? &node.children()[index] : nullptr;
}

std::optional<std::string> text_at(JsonNode const& schema, std::string_view word) {
  auto const* member = schema.type() == json::Type::object ? schema.find(word) : nullptr;
  if (member == nullptr || member->type() != json::Type::string) return std::nullopt;
  return member->string();
}

bool is_plain_name(std::string_view name) {
  return !name.empty() && name.find_first_of(std::string_view("/\\:\0", 4)) == name.npos &&
         !name.starts_with('.');
}

} // namespace

Error schema_error(SchemaFile const& file, JsonNode const& node, std::string_view message) {
  auto position = json::position_of(file.text, node.byte_in(file.text));
  auto pointer = node.pointer();
  return {Fault::invalid, fmt::format("{}:{}:{}: {}{}{}", file.shown, position.line, position.column, pointer,
                                      pointer.empty() ? "" : " ", message)};
}

SchemaPlace SchemaDocuments::below(SchemaPlace const& from, JsonNode const& node) {
  SchemaPlace place = from;
  place.node = &node;
  if (node.type() != json::Type::object) return place;
  auto const id = text_at(node, "$id");
  if (node.parent() == nullptr || id)
    place.draft = draft_named(text_at(node, "$schema").value_or("")).value_or(from.draft);
  if (!id || id->starts_with('#')) return place;
  if (place.draft == Draft::draft7 && node.find("$ref") != nullptr) return place;
  place.base = resolved(from.base, std::string_view(*id).substr(0, id->find('#')));
  place.resource = &node;
  return place;
}

/// Records every `$id` and every anchor in places where schemas are.
void SchemaDocuments::index(SchemaPlace const& root) {
  std::vector<SchemaPlace> left{root};
  while (!left.empty()) {
    auto place = std::move(left.back());
    left.pop_back();
    if (place.node->type() != json::Type::object) continue;
    if (place.resource == place.node) ids_.try_emplace(place.base, place);
    index_anchors(place);
    each_subschema(*place.node, place.draft,
                   [&](JsonNode const& inner) { left.push_back(below(place, inner)); });
  }
}

void SchemaDocuments::index_anchors(SchemaPlace const& place) {
  auto const& node = *place.node;
  auto note = [&](std::optional<std::string> const& anchor) {
    if (anchor) ids_.try_emplace(place.base + "#" + *anchor, place);
  };
  switch (place.draft) {
  case Draft::draft7:
    if (auto id = text_at(node, "$id"); id && id->starts_with('#')) note(id->substr(1));
    return;
  case Draft::draft2019_09:
    note(text_at(node, "$anchor"));
    if (auto const* recursive = node.find("$recursiveAnchor");
        recursive != nullptr && recursive->text() == "true" && place.resource == place.node)
      dynamic_anchors_[place.resource].try_emplace("", place);
    return;
  case Draft::draft2020_12:
    note(text_at(node, "$anchor"));
    if (auto dynamic = text_at(node, "$dynamicAnchor")) {
      note(dynamic);
      dynamic_anchors_[place.resource].try_emplace(*dynamic, place);
    }
    return;
  }
}

std::map<std::string, SchemaPlace> const& SchemaDocuments::dynamic_anchors(JsonNode const& resource) const {
  static std::map<std::string, SchemaPlace> const none;
  auto found = dynamic_anchors_.find(&resource);
  return found == dynamic_anchors_.end() ? none : found->second;
}

Result<SchemaPlace> SchemaDocuments::take(std::string name, std::string shown, std::string text,
                                          Draft draft) {
  if (auto findings = json::syntax_findings(shown, text, {.depth = deepest}); !findings.empty()) {
    auto const& first = findings.front();
    return fail(Fault::invalid, fmt::format("{}:{}:{}: {}", shown, first.line.value_or(1),
                                            first.column.value_or(1), first.message));
  }
  auto file = std::make_unique<SchemaFile>(std::move(shown), std::move(text));
  file->root = JsonNode(file->text);
  auto place = below({&file->root, &file->root, "beside:/" + name, file.get(), draft}, file->root);
  files_.emplace(name, std::move(file));
  roots_.emplace(std::move(name), place);
  index(place);
  return place;
}

Result<SchemaPlace> SchemaDocuments::open() {
  if (origin_.file.empty()) return take("", origin_.shown, origin_.text, Draft::draft7);
  directory_ = TRY(open_trusted_directory(origin_.directory));
  auto path = std::filesystem::path(origin_.file);
  if (path.has_parent_path()) {
    folder_ = path.parent_path().string() + "/";
    directory_ = TRY(open_directory(directory_.get(), path.parent_path().string()));
  }
  return read_file_named(path.filename().string(), Draft::draft7);
}

Result<SchemaPlace> SchemaDocuments::read_file_named(std::string const& name, Draft draft) {
  if (auto known = roots_.find(name); known != roots_.end()) return known->second;
  auto shown = origin_.directory + "/" + folder_ + name;
  if (files_.size() == most_files)
    return fail(Fault::too_large,
                fmt::format("{}: more than {} files belong to one schema", shown, most_files));
  auto within = [&](Error error) { return fail(std::move(error).within("schema " + shown)); };
  auto stamp = stamp_at(directory_.get(), name); // before the bytes, so that a later change is noticed
  if (!stamp) return within(std::move(stamp).error());
  auto text = read_file(directory_.get(), name, longest_file);
  if (!text) return within(std::move(text).error());
  read_.push_back({folder_ + name, *stamp});
  return take(name, shown, *std::move(text), draft);
}

Result<SchemaPlace> SchemaDocuments::resource_of(SchemaPlace const& from, JsonNode const& reference,
                                                 std::string_view uri) {
  if (uri.empty()) return SchemaPlace{from.resource, from.resource, from.base, from.file, from.draft};
  if (auto known = ids_.find(resolved(from.base, uri)); known != ids_.end()) return known->second;
  if (auto name = percent_decoded(uri); directory_ && is_plain_name(name)) {
    auto beside = read_file_named(name, from.draft);
    if (beside || beside.error().fault != Fault::missing) return beside;
    return fail(schema_error(*from.file, reference, fmt::format("leads to {}, which does not exist", name)));
  }
  return fail(
      schema_error(*from.file, reference,
                   fmt::format("leads to {}: only the file itself and files beside it are read", uri)));
}

Result<SchemaPlace> SchemaDocuments::follow(SchemaPlace const& from, JsonNode const& reference) {
  if (reference.type() != json::Type::string)
    return fail(schema_error(*from.file, reference, "has to be a text"));
  auto text = reference.string();
  auto hash = text.find('#');
  auto place = TRY(resource_of(from, reference, std::string_view(text).substr(0, hash)));
  auto fragment = hash == text.npos ? std::string() : percent_decoded(text.substr(hash + 1));
  auto nowhere = [&] {
    return fail(schema_error(*from.file, reference, fmt::format("leads to {}, which does not exist", text)));
  };
  if (fragment.empty()) return place;
  if (!fragment.starts_with('/')) {
    auto anchor = ids_.find(place.base + "#" + fragment);
    return anchor == ids_.end() ? nowhere() : Result<SchemaPlace>(anchor->second);
  }
  for (std::string_view rest = fragment; !rest.empty();) {
    rest.remove_prefix(1);
    auto const* inner = step(*place.node, rest.substr(0, rest.find('/')));
    if (inner == nullptr) return nowhere();
    place = below(place, *inner);
    rest.remove_prefix(std::min(rest.find('/'), rest.size()));
  }
  return place;
}

} // namespace artifactd
