#include "daemon/commands/edit/edited_text.hpp"

#include "daemon/terminal/external_editor.hpp"
#include "state/json/raw_text.hpp"
#include "state/vocabulary/names.hpp"

#include <array>
#include <cstdlib>
#include <filesystem>
#include <fmt/core.h>
#include <fstream>

namespace artifactd {

namespace {

namespace fs = std::filesystem;

/// A directory that only this user can enter, removed at the end.
class PrivateDirectory {
public:
  static Result<PrivateDirectory> make() {
    std::error_code error;
    auto pattern = (fs::temp_directory_path(error) / "artifactctl-XXXXXX").string();
    if (error || ::mkdtemp(pattern.data()) == nullptr)
      return fail(Fault::io,
                  "cannot create a directory for the editor's file: set TMPDIR to a writable directory");
    return PrivateDirectory(std::move(pattern));
  }
  ~PrivateDirectory() {
    std::error_code error;
    if (!path_.empty()) fs::remove_all(path_, error);
  }
  PrivateDirectory(PrivateDirectory&& other) noexcept : path_(std::exchange(other.path_, {})) {}
  PrivateDirectory& operator=(PrivateDirectory&&) = delete;

  [[nodiscard]] fs::path const& path() const noexcept { return path_; }

private:
  explicit PrivateDirectory(std::string path) : path_(std::move(path)) {}
  fs::path path_;
};

} // namespace

Result<std::optional<std::string>> edited_text(Cli const& cli, std::string const& text,
                                               std::string const& name) {
  auto const editor = find_editor();
  if (!editor) return fail(Fault::missing, "there is no editor: set VISUAL or EDITOR to the one you use");
  auto const place = TRY(PrivateDirectory::make());
  auto const file = place.path() / name;
  std::ofstream(file) << text;
  std::array<OpenAt, 1> const open{{{file.string()}}};
  auto const status = TRY(run_editor(*editor, open));
  if (status != 0) {
    tell(cli,
         is_no_program(status)
             ? fmt::format("the editor \"{}\" cannot be started: set VISUAL or EDITOR to the one you use",
                           printable(*editor))
             : fmt::format("the editor ended with {}; nothing was changed", status));
    return std::nullopt;
  }
  auto saved = read_named(file.string(), extraction::longest_text);
  if (!saved || *saved == text) return std::nullopt;
  return *std::move(saved);
}

} // namespace artifactd
