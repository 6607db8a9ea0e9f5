// One JSON text of a game: a file, or the JSON inside a string of a file. It never moves, so that the nodes
// of its tree stay valid, and it translates a change of its bytes into a change of the file's.
#pragma once

#include "state/json/tree.hpp"
#include "state/vocabulary/finding.hpp"

#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace artifactd::game {

struct GameFile {
  std::string name;  ///< "schema.json"
  std::string path;  ///< as shown in findings
  std::string bytes; ///< its text
};

class Text {
public:
  /// A whole file.
  explicit Text(GameFile file);
  /// The JSON inside `string`, a JSON string in `outer`. Both outlive it.
  Text(Text const& outer, JsonNode const& string);
  Text(Text const&) = delete;
  Text& operator=(Text const&) = delete;

  /// Null if the bytes are not valid JSON: `breaks` says why.
  [[nodiscard]] JsonNode const* root() const noexcept { return root_ ? &*root_ : nullptr; }
  [[nodiscard]] std::vector<Finding> const& breaks() const noexcept { return breaks_; }
  [[nodiscard]] std::string const& path() const noexcept { return file().file_.path; }
  [[nodiscard]] std::string_view bytes() const noexcept { return file_.bytes; }
  /// The file that contains it, or itself.
  [[nodiscard]] Text const& file() const noexcept { return outer_ == nullptr ? *this : outer_->file(); }
  [[nodiscard]] GameFile const& file_content() const noexcept { return file().file_; }
  /// Of a text inside a string, the text around it; null for a file.
  [[nodiscard]] Text const* outer() const noexcept { return outer_; }
  [[nodiscard]] JsonNode const* string() const noexcept { return string_; }
  [[nodiscard]] bool is_file() const noexcept { return outer_ == nullptr; }

  /// Sets in `finding` the position of `at` in the file; for a text inside a string, the position of the
  /// string.
  void locate(Finding& finding, JsonNode const& at) const;

private:
  void read();

  GameFile file_; ///< of a text inside a string only its content
  Text const* outer_ = nullptr;
  JsonNode const* string_ = nullptr;
  std::optional<JsonNode> root_;
  std::vector<Finding> breaks_;
};

/// How deep the values of a game may nest: the limit of artifacts.
inline constexpr unsigned deepest = 64;

/// The content of a string member; std::nullopt if it is absent or something else.
[[nodiscard]] std::optional<std::string> string_at(JsonNode const& object, std::string_view key);
/// The member, unless it is absent or null.
[[nodiscard]] JsonNode const* present(JsonNode const& object, std::string_view key);
[[nodiscard]] bool is(JsonNode const* node, json::Type type) noexcept;
/// False in JavaScript: absent, null, false, 0, "".
[[nodiscard]] bool is_falsy(JsonNode const* node);

} // namespace artifactd::game
