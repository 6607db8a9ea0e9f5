#include "daemon/backup/manifest.hpp"

#include "state/json/json_text.hpp"
#include "state/json/scan.hpp"

#include <array>
#include <charconv>
#include <fmt/core.h>
#include <set>
#include <stdexcept>

namespace artifactd::backup {

namespace {

constexpr std::int64_t manifest_layout = 1;
constexpr std::string_view format_word = "artifactd backup";
constexpr std::array<std::string_view, 3> means_words = {"root", "state", "file"};
constexpr std::size_t longest_path = 4000; // of PATH_MAX, with room for where it is restored
constexpr std::size_t longest_name = 255;
constexpr mode_t permissions = 03777; ///< nothing runs as another user

Json to_json(Entry const& entry) {
  Json json{{"path", escaped(entry.path)},
            {"mode", fmt::format("{:04o}", entry.mode)},
            {"owner", entry.owner},
            {"group", entry.group},
            {"owner_name", escaped(entry.owner_name)},
            {"group_name", escaped(entry.group_name)},
            {"modified_ns", entry.modified_ns}};
  if (entry.what == Entry::What::file) {
    json["size"] = entry.size;
    json["sha256"] = entry.sha256;
  }
  for (auto const& [name, value] : entry.attributes)
    json["attributes"][escaped(name)] = escaped(value);
  return json;
}

Json to_json(SavedRoot const& root) {
  return {{"name", escaped(root.name)},
          {"path", escaped(root.path)},
          {"resolved", escaped(root.resolved)},
          {"depth", root.depth}};
}

Json to_json(SavedSession const& session) {
  return {{"root", escaped(session.root)},
          {"path", escaped(session.path)},
          {"inode", session.inode},
          {"birth_ns", session.birth_ns}};
}

Json to_json(ConfigPlace const& place) {
  return {{"file", escaped(place.file)},
          {"at", place.at},
          {"bytes", place.bytes},
          {"means", means_words[static_cast<std::size_t>(place.means)]},
          {"name", escaped(place.name)}};
}

Json to_json(LeftOut const& left) {
  return {{"path", escaped(left.path)}, {"why", left.why}};
}

/// The readers below throw this or what nlohmann throws; read_manifest() catches both.
void demand(bool holds, char const* what) {
  if (!holds) throw std::runtime_error(what);
}

std::string bytes_at(Json const& json, char const* key) {
  auto bytes = unescaped(json.at(key).get_ref<std::string const&>());
  demand(bytes.has_value(), key);
  return *std::move(bytes);
}

template <class Number>
Number number_at(Json const& json, char const* key) {
  auto const& number = json.at(key);
  if constexpr (std::is_unsigned_v<Number>) {
    demand(number.is_number_unsigned(), key);
    demand(number.get<std::uint64_t>() <= std::numeric_limits<Number>::max(), key);
  } else {
    demand(number.is_number_integer(), key);
    demand(!number.is_number_unsigned() ||
               number.get<std::uint64_t>() <=
                   static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()),
           key);
  }
  return number.get<Number>();
}

bool is_sha256(std::string_view text) {
  return text.size() == 64 && text.find_first_not_of("0123456789abcdef") == text.npos;
}

mode_t mode_in(std::string const& text) {
  mode_t mode = 0;
  auto const [end, error] = std::from_chars(text.data(), text.data() + text.size(), mode, 8);
  demand(error == std::errc() && end == text.data() + text.size() && mode <= permissions, "mode");
  return mode;
}

Entry entry_in(Json const& json) {
  Entry entry{.path = bytes_at(json, "path"),
              .what = json.contains("sha256") ? Entry::What::file : Entry::What::directory,
              .mode = mode_in(json.at("mode").get_ref<std::string const&>()),
              .owner = number_at<uid_t>(json, "owner"),
              .group = number_at<gid_t>(json, "group"),
              .owner_name = bytes_at(json, "owner_name"),
              .group_name = bytes_at(json, "group_name"),
              .modified_ns = number_at<std::int64_t>(json, "modified_ns")};
  demand(is_path_below(entry.path), "path");
  demand(entry.what == Entry::What::directory || entry.mode <= 0777, "mode");
  if (entry.what == Entry::What::file) {
    entry.size = number_at<std::uint64_t>(json, "size");
    entry.sha256 = json.at("sha256").get<std::string>();
    demand(is_sha256(entry.sha256), "sha256");
  }
  if (json.contains("attributes"))
    for (auto const& [name, value] : json.at("attributes").items()) {
      auto key = unescaped(name);
      auto bytes = unescaped(value.get_ref<std::string const&>());
      demand(key && bytes && key->starts_with("user.") && key->find('\0') == key->npos, "attributes");
      entry.attributes.emplace(*std::move(key), *std::move(bytes));
    }
  return entry;
}

SavedRoot root_in(Json const& json) {
  SavedRoot root{.name = bytes_at(json, "name"),
                 .path = bytes_at(json, "path"),
                 .resolved = bytes_at(json, "resolved"),
                 .depth = number_at<unsigned>(json, "depth")};
  auto const& name = root.name;
  demand(is_path_below(name) && name.find('/') == name.npos, "root");
  demand(name != state_folder && name != config_folder && !name.starts_with("manifest."), "root");
  demand(root.path.starts_with('/') && root.resolved.starts_with('/') && root.depth <= 8, "root");
  return root;
}

ConfigPlace place_in(Json const& json) {
  auto const word = json.at("means").get<std::string>();
  auto const known = std::ranges::find(means_words, word);
  demand(known != means_words.end(), "means");
  return {.file = bytes_at(json, "file"),
          .at = number_at<std::uint64_t>(json, "at"),
          .bytes = number_at<std::uint64_t>(json, "bytes"),
          .means = static_cast<ConfigPlace::Means>(known - means_words.begin()),
          .name = bytes_at(json, "name")};
}

std::vector<LeftOut> left_in(Json const& rows) {
  std::vector<LeftOut> left;
  for (auto const& row : rows)
    left.push_back({bytes_at(row, "path"), row.at("why").get<std::string>()});
  return left;
}

Manifest manifest_in(Json const& json) {
  Manifest manifest{.version = json.at("artifactd").get<std::string>(),
                    .journal_layout = number_at<std::int64_t>(json, "journal_layout"),
                    .made_at = json.at("made_at").get<std::string>()};
  std::set<std::string> roots;
  for (auto const& row : json.at("roots")) {
    manifest.roots.push_back(root_in(row));
    demand(roots.insert(manifest.roots.back().name).second, "roots");
  }
  for (auto const& row : json.at("sessions")) {
    SavedSession session{.root = bytes_at(row, "root"),
                         .path = bytes_at(row, "path"),
                         .inode = number_at<std::uint64_t>(row, "inode"),
                         .birth_ns = number_at<std::int64_t>(row, "birth_ns")};
    demand(roots.contains(session.root) && is_path_below(session.folder()), "sessions");
    manifest.sessions.push_back(std::move(session));
  }
  std::set<std::string> paths;
  for (auto const& row : json.at("entries")) {
    manifest.entries.push_back(entry_in(row));
    auto const& path = manifest.entries.back().path;
    auto const folder = path.substr(0, path.find('/'));
    demand(folder == state_folder || folder == config_folder || roots.contains(folder), "entries");
    demand(paths.insert(path).second, "entries");
  }
  for (auto const& row : json.at("config_places"))
    manifest.places.push_back(place_in(row));
  manifest.left_out = left_in(json.at("left_out"));
  manifest.missing = left_in(json.at("missing"));
  return manifest;
}

} // namespace

std::string to_text(Manifest const& manifest) {
  auto const rows = [](auto const& values) {
    auto list = Json::array();
    for (auto const& each : values)
      list.push_back(to_json(each));
    return list;
  };
  return compact(Json{{"format", format_word},
                      {"version", manifest_layout},
                      {"artifactd", manifest.version},
                      {"journal_layout", manifest.journal_layout},
                      {"made_at", manifest.made_at},
                      {"roots", rows(manifest.roots)},
                      {"sessions", rows(manifest.sessions)},
                      {"config_places", rows(manifest.places)},
                      {"left_out", rows(manifest.left_out)},
                      {"missing", rows(manifest.missing)},
                      {"entries", rows(manifest.entries)}});
}

Result<Manifest> read_manifest(std::string_view text) {
  // The parser recurses per bracket: deeply nested input must not reach it.
  if (!json::scan(text, {.depth = 16})) return fail(Fault::invalid, "its manifest is not JSON");
  try {
    auto const json = Json::parse(text);
    if (json.at("format") != format_word)
      return fail(Fault::invalid, "its manifest is not that of a backup of artifactd");
    if (json.at("version") != manifest_layout)
      return fail(Fault::unsupported,
                  fmt::format("it was made by a newer version of artifactd (layout {}; this "
                              "one knows {})",
                              json.at("version").dump(), manifest_layout));
    return manifest_in(json);
  } catch (std::exception const& error) {
    return fail(Fault::invalid, fmt::format("its manifest is damaged: {}", error.what()));
  }
}

bool is_path_below(std::string_view path) noexcept {
  if (path.empty() || path.size() > longest_path || path.find('\0') != path.npos) return false;
  for (std::size_t at = 0; at <= path.size();) {
    auto const end = std::min(path.find('/', at), path.size());
    auto const name = path.substr(at, end - at);
    if (name.empty() || name == "." || name == ".." || name.size() > longest_name) return false;
    at = end + 1;
  }
  return true;
}

std::string escaped(std::string_view bytes) {
  std::string text;
  for (auto const byte : bytes)
    if (byte > ' ' && byte <= '~' && byte != '%')
      text += byte;
    else
      text += fmt::format("%{:02X}", static_cast<unsigned char>(byte));
  return text;
}

std::optional<std::string> unescaped(std::string_view text) {
  std::string bytes;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] <= ' ' || text[at] > '~') return std::nullopt;
    if (text[at] != '%') {
      bytes += text[at];
      continue;
    }
    auto const digits = text.substr(at + 1, 2);
    unsigned byte = 0;
    auto const [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), byte, 16);
    if (digits.size() != 2 || error != std::errc() || end != digits.data() + 2) return std::nullopt;
    bytes += static_cast<char>(byte);
    at += 2;
  }
  return bytes;
}

} // namespace artifactd::backup
