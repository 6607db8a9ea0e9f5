// The files of a schema: its own, and those beside it that it refers to. References lead within a file, to an
// `$id` in one of them, or to a plain file name in the same directory. Nothing else is opened, no link is
// followed, nothing is fetched. Sizes, depth and number are bounded.
#pragma once

#include "merge/schema/draft.hpp"
#include "state/json/tree.hpp"
#include "state/platform/fd.hpp"
#include "state/platform/stamp.hpp"

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace artifactd {

/// The source of a schema.
struct SchemaOrigin {
  std::string directory{}; ///< a trusted path
  std::string file{};      ///< beneath it, without links; empty: the text below
  std::string text{};      ///< an inline schema
  std::string shown{};     ///< the name of an inline schema in messages

  [[nodiscard]] std::string name() const { return file.empty() ? shown : directory + "/" + file; }
  bool operator==(SchemaOrigin const&) const = default;
};

struct SchemaFile {
  std::string shown;
  std::string text;
  JsonNode root{""};
};

/// A schema within the files, and the base of the references inside it.
struct SchemaPlace {
  JsonNode const* node = nullptr;
  JsonNode const* resource = nullptr; ///< the innermost schema around it with an `$id`, or the file's root
  std::string base;                   ///< URI of the resource
  SchemaFile const* file = nullptr;
  Draft draft = Draft::draft7; ///< named by the resource, or by the one around it
};

class SchemaDocuments {
public:
  /// A file as it was read, to detect later whether it changed.
  struct Read {
    std::string path; ///< beneath the origin's directory
    Stamp stamp;
  };

  explicit SchemaDocuments(SchemaOrigin const& origin) : origin_(origin) {}

  /// The root of the schema; draft 7 unless it names another known draft.
  Result<SchemaPlace> open();
  /// The target of a reference in that place. A file beside it that names no draft has that of `from`.
  Result<SchemaPlace> follow(SchemaPlace const& from, JsonNode const& reference);
  /// The place of a value somewhere below `from`.
  [[nodiscard]] static SchemaPlace below(SchemaPlace const& from, JsonNode const& node);
  /// The schemas of a resource that a dynamic reference may lead to, by anchor; "" is a root with
  /// `$recursiveAnchor`.
  [[nodiscard]] std::map<std::string, SchemaPlace> const& dynamic_anchors(JsonNode const& resource) const;
  [[nodiscard]] std::vector<Read> const& read() const noexcept { return read_; }

private:
  Result<SchemaPlace> take(std::string name, std::string shown, std::string text, Draft draft);
  Result<SchemaPlace> read_file_named(std::string const& name, Draft draft);
  Result<SchemaPlace> resource_of(SchemaPlace const& from, JsonNode const& reference, std::string_view uri);
  void index(SchemaPlace const& root);
  void index_anchors(SchemaPlace const& place);

  SchemaOrigin const& origin_;
  std::string folder_; ///< of the schema's file, beneath the origin's directory
  UniqueFd directory_;
  std::map<std::string, std::unique_ptr<SchemaFile>> files_; ///< by plain name
  std::map<std::string, SchemaPlace> roots_;
  std::map<std::string, SchemaPlace> ids_; ///< by absolute URI; anchors with "#name"
  std::map<JsonNode const*, std::map<std::string, SchemaPlace>> dynamic_anchors_; ///< by resource
  std::vector<Read> read_;
};

/// Fault::invalid: "file:line:column: /pointer: message".
[[nodiscard]] Error schema_error(SchemaFile const& file, JsonNode const& node, std::string_view message);

} // namespace artifactd
