// A session as agents and people see it: only its files, without any of artifactd's code.
#pragma once

#include <cstdint>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace artifactd::test {

class SessionDir {
public:
  explicit SessionDir(std::filesystem::path path); ///< created if missing

  [[nodiscard]] std::filesystem::path const& path() const noexcept { return path_; }
  [[nodiscard]] std::filesystem::path operator/(std::string_view below) const { return path_ / below; }

  void write(std::string_view file, std::string_view text) const;
  /// artifacts/<agent>/<file>
  void artifact(std::string_view agent, std::string_view file, std::string_view text) const;
  /// As `>` does: the times of a signal that is there already change.
  void drop(std::string_view agent) const;
  /// Writes one artifact `{"of": "<agent>"}` and the signal.
  void submit(std::string_view agent) const;

  [[nodiscard]] bool pending(std::string_view agent) const;
  [[nodiscard]] bool refused(std::string_view agent) const;
  /// Neither pending nor refused, and in the graph.
  [[nodiscard]] bool merged(std::string_view agent) const;

  [[nodiscard]] std::string text(std::string_view file) const; ///< "" unless it is a file of sensible size
  [[nodiscard]] std::string graph_text() const;
  [[nodiscard]] nlohmann::json graph() const; ///< discarded if missing or not JSON
  [[nodiscard]] nlohmann::json instructions(std::string_view agent) const;
  /// Codes of the findings, in order.
  [[nodiscard]] std::vector<std::string> codes(std::string_view agent) const;

  /// Names in artifactd's work directory, and the mutex directory if it exists: must be empty in the end.
  [[nodiscard]] std::vector<std::string> leftovers() const;

private:
  std::filesystem::path path_;
};

} // namespace artifactd::test
