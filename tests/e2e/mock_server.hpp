// A mock server of language models that others wrote (npm: @copilotkit/aimock), which answers by fixtures.
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
  /// Why it cannot be started on this machine; empty: it can.
  [[nodiscard]] static std::string missing();

  /// Listens when the constructor returns.
  MockServer(Site const& site, nlohmann::json const& fixtures);

  /// A [models.mock] of that dialect: "anthropic" or "openai".
  [[nodiscard]] std::string settings(std::string const& dialect) const;
  /// The calls that it was sent, in its words.
  [[nodiscard]] nlohmann::json asked() const;

private:
  [[nodiscard]] std::string url() const;

  std::unique_ptr<Child> server_;
};

/// An answer to calls known by their system text, and a text of their last user message.
[[nodiscard]] nlohmann::json fixture(std::string const& system, std::string const& user,
                                     nlohmann::json const& reply);

} // namespace artifactd::test
