// A daemon with a web process, and clients with tokens. Every answer that a connection reads is compared with
// the description of the API that the process serves itself.
#pragma once

#include "merge/schema/schema.hpp"
#include "tests/e2e/running_daemon.hpp"
#include "tests/e2e/web_client.hpp"

#include <gmock/gmock.h>
#include <memory>

namespace artifactd::test {

/// What a request has besides method and path.
struct Asking {
  std::string token = {};
  std::map<std::string, std::string> headers = {}; ///< further ones
  std::string body = {};
};

class WebSite : public testing::Test {
protected:
  enum class Start : bool { later, now };
  explicit WebSite(std::string const& settings = "", Start start = Start::now);
  ~WebSite() override;
  /// For Start::later: with these settings.
  void start(std::string const& settings);

  /// The web process is another one now.
  void forget_port() { port_ = 0; }
  /// The port of the web process.
  [[nodiscard]] unsigned port();
  [[nodiscard]] std::string token(std::string const& scope, std::vector<std::string> const& more = {});
  [[nodiscard]] HttpAnswer get(std::string const& path, Asking asking = {});
  [[nodiscard]] HttpAnswer post(std::string const& path, Asking asking = {});
  [[nodiscard]] std::string request(std::string const& method, std::string const& path, Asking const& asking);
  /// Sends these bytes on a connection of their own.
  [[nodiscard]] HttpAnswer raw(std::string const& bytes);
  /// The id of a session below the root.
  [[nodiscard]] static std::string id(std::string const& name);
  /// A session with a refused signal of the agent `a`, whose command is not known.
  [[nodiscard]] SessionDir refused_session();
  /// The journal's events of what was done through the API.
  [[nodiscard]] std::vector<nlohmann::json> on_record() const;
  /// What is wrong with an answer, compared with the description of the API; empty: nothing.
  [[nodiscard]] std::string difference(std::string const& method, std::string const& path,
                                       HttpAnswer const& answer);

  Site site_;
  std::unique_ptr<RunningDaemon> daemon_;

private:
  [[nodiscard]] HttpAnswer ask(std::string const& method, std::string const& path, Asking const& asking);

  unsigned port_ = 0;
  nlohmann::json described_ = nullptr;
  bool fetching_ = false; ///< the description
};

} // namespace artifactd::test
