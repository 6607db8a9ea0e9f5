#include "daemon/manual/setting_roff.hpp"

#include "daemon/manual/roff.hpp"
#include "state/vocabulary/names.hpp"

#include <fmt/core.h>

namespace artifactd {

namespace {

/// Reads line by line: "# text" and "#setting = value" are comments of TOML.
class SettingSections {
public:
  void read(std::string_view line) {
    if (line.empty())
      end_group();
    else if (line.starts_with("# "))
      add_comment(line.substr(2));
    else
      add_code(line.starts_with('#') ? line.substr(1) : line);
  }

  std::string finish() {
    end_group();
    return text_;
  }

private:
  void add_comment(std::string_view line) {
    if (!settings_.empty()) end_group();
    if (!line.starts_with("---")) // the title of a part
      comment_ += std::string(line) + '\n';
  }

  /// What was said before a table's heading is said of the table.
  void add_code(std::string_view line) {
    if (!line.starts_with('[')) {
      settings_ += fmt::format("{}\n.B {}\n", settings_.empty() ? ".TP" : ".TQ", roff(line));
      return;
    }
    if (!settings_.empty()) end_group();
    text_ += fmt::format(".SS {}\n{}", roff(line), roff_lines(comment_));
    comment_.clear();
  }

  /// A comment alone is about the file.
  void end_group() {
    if (!settings_.empty()) text_ += settings_ + (comment_.empty() ? "\\&\n" : roff_lines(comment_));
    settings_.clear();
    comment_.clear();
  }

  std::string text_;
  std::string comment_;  ///< of the group that is being read
  std::string settings_; ///< of that group, in roff
};

} // namespace

std::string setting_sections(std::string_view reference) {
  SettingSections sections;
  while (!reference.empty()) {
    auto const end = std::min(reference.find('\n'), reference.size());
    sections.read(reference.substr(0, end));
    reference.remove_prefix(std::min(end + 1, reference.size()));
  }
  return sections.finish();
}

} // namespace artifactd
