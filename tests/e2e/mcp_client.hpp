// A client of `artifactctl mcp` that can also say what no well-behaved client says.
#pragma once

#include "tests/e2e/site.hpp"

#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace artifactd::test {

class McpClient {
public:
  using Json = nlohmann::json;

  /// Started with these options besides --session and --agent; `initialize` is done if there is a revision.
  McpClient(Site const& site, std::filesystem::path const& session, std::string const& agent,
            std::vector<std::string> const& more = {}, std::string const& revision = "2025-11-25");
  ~McpClient();
  McpClient(McpClient const&) = delete;
  McpClient& operator=(McpClient const&) = delete;

  /// Any bytes.
  void send_text(std::string_view text) const;
  /// Returns the id.
  int send(std::string const& method, Json params = Json::object());
  void tell(std::string const& method, Json params) const;
  /// The message that answers it; null if none comes.
  [[nodiscard]] Json answer_to(Json const& id) const;
  /// The result, or {"error": …}.
  Json ask(std::string const& method, Json params = Json::object());
  /// A tool's result.
  Json call(std::string const& tool, Json arguments = Json::object());
  [[nodiscard]] static Json structured(Json const& result) {
    return result.value("structuredContent", Json());
  }
  [[nodiscard]] static std::string text(Json const& result);

  /// What the server has written so far; a line that is not JSON is discarded.
  [[nodiscard]] std::vector<Json> const& messages() const;
  [[nodiscard]] std::string output() const { return server_->out(); }
  [[nodiscard]] std::string log() const { return server_->err(); }
  /// Ends the input; the exit status.
  int end();

private:
  int input_ = -1;
  std::unique_ptr<Child> server_;
  int last_id_ = 0;
  mutable std::vector<Json> messages_ = {};
  mutable std::size_t read_ = 0; ///< bytes of the output that are in messages_
};

/// How tools take a file.
inline nlohmann::json file_argument(std::string const& name, std::string const& content) {
  return {{"file", name}, {"content", content}};
}

} // namespace artifactd::test
