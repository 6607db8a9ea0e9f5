// A third-party mock server of language models (npm: @copilotkit/aimock), which answers from fixtures.
// ARTIFACTD_AIMOCK names its program (…/node_modules/.bin/llmock) or the directory that holds its
// node_modules.
#pragma once

#include "tests/e2e/process.hpp"
#include "tests/e2e/site.hpp"

#include <memory>
#include <nlohmann/json.hpp>
#include <string>

namespace artifactd::test {

class MockServer {
public:
  /// Why it cannot be started on this machine; empty if it can.
  [[nodiscard]] static std::string missing();

  /// The server is listening when the constructor returns.
  MockServer(Site const& site, nlohmann::json const& fixtures);

  /// A [models.mock] section for that dialect: "anthropic" or "openai".
  [[nodiscard]] std::string settings(std::string const& dialect) const;
  /// The calls that it received, in its own format.
  [[nodiscard]] nlohmann::json asked() const;

private:
  [[nodiscard]] std::string url() const;

  std::unique_ptr<Child> server_;
};

/// A reply to calls with this system text and this text in their last user message.
[[nodiscard]] nlohmann::json fixture(std::string const& system, std::string const& user,
                                     nlohmann::json const& reply);

} // namespace artifactd::test
