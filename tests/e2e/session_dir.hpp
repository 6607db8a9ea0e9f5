// A session as agents and people see it: its files, and nothing of artifactd's code.
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
  explicit SessionDir(std::filesystem::path path); ///< made where it is missing

  [[nodiscard]] std::filesystem::path const& path() const noexcept { return path_; }
  [[nodiscard]] std::filesystem::path operator/(std::string_view below) const { return path_ / below; }

  void write(std::string_view file, std::string_view text) const;
  /// artifacts/<agent>/<file>
  void artifact(std::string_view agent, std::string_view file, std::string_view text) const;
  void drop(std::string_view agent) const;
  /// One artifact `{"of": "<agent>"}` and the signal.
  void hand_in(std::string_view agent) const;

  [[nodiscard]] bool pending(std::string_view agent) const;
  [[nodiscard]] bool refused(std::string_view agent) const;
  /// Neither pending nor refused, and in the graph.
  [[nodiscard]] bool merged(std::string_view agent) const;

  [[nodiscard]] std::string text(std::string_view file) const; ///< "" when it is no file of sensible size
  [[nodiscard]] std::string graph_text() const;
  [[nodiscard]] nlohmann::json graph() const; ///< discarded when it is not there or no JSON
  [[nodiscard]] nlohmann::json instructions(std::string_view agent) const;
  /// Codes of the findings, in order.
  [[nodiscard]] std::vector<std::string> codes(std::string_view agent) const;

  /// Names in artifactd's work directory and a mutex directory, if it stands: what must never be left over.
  [[nodiscard]] std::vector<std::string> leftovers() const;

private:
  std::filesystem::path path_;
};

} // namespace artifactd::test
