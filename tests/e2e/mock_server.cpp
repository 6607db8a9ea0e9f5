#include "tests/e2e/mock_server.hpp"

#include "tests/e2e/eventually.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <stdexcept>

namespace artifactd::test {

namespace {

std::string mock_program() {
  auto const* given = std::getenv("ARTIFACTD_AIMOCK");
  if (given == nullptr) return {};
  std::filesystem::path const path(given);
  for (auto const& each : {path / "node_modules/.bin/llmock", path.parent_path() / "llmock"})
    if (std::filesystem::exists(each)) return each.string();
  return {};
}

} // namespace

std::string MockServer::missing() {
  if (mock_program().empty()) return "ARTIFACTD_AIMOCK names no @copilotkit/aimock";
  constexpr auto new_enough = "node -e 'const [a, b] = process.versions.node.split(`.`); process.exit(a > "
                              "20 || (a == 20 && b >= 15) ? 0 : 1)'";
  return shell(new_enough).exit == 0 ? "" : "there is no node of 20.15 or later";
}

MockServer::MockServer(Site const& site, nlohmann::json const& fixtures) {
  std::ofstream(site.path() / "fixtures.json") << fixtures.dump();
  server_ = std::make_unique<Child>(Command{
      {"node", mock_program(), "-p", "0", "-f", (site.path() / "fixtures.json").string(), "--strict"}});
  if (!eventually([&] { return !url().empty(); }))
    throw std::runtime_error("the mock server does not listen: " + server_->out() + server_->err());
}

/// "... listening on http://127.0.0.1:40001"
std::string MockServer::url() const {
  auto const heard = server_->out();
  auto const at = heard.find("http://127.0.0.1:");
  auto const end = heard.find_first_of(" \n", at);
  return at == std::string::npos || end == std::string::npos ? "" : heard.substr(at, end - at);
}

std::string MockServer::settings(std::string const& dialect) const {
  return "[models.mock]\nkind = \"" + dialect +
         "\"\nmodel = \"m-1\"\nfree = true\nretries = 0\nat_once = 16\nbase_url = \"" + url() +
         (dialect == "openai" ? "/v1" : "") + "\"\n";
}

nlohmann::json MockServer::asked() const {
  auto const fetched = shell("node -e 'fetch(`" + url() +
                             "/__aimock/journal`).then(r => r.text()).then(t => process.stdout.write(t))'");
  return nlohmann::json::parse(fetched.out, nullptr, false);
}

nlohmann::json fixture(std::string const& system, std::string const& user, nlohmann::json const& reply) {
  nlohmann::json match = {{"systemMessage", system}};
  if (!user.empty()) match["userMessage"] = user;
  return {{"match", std::move(match)}, {"response", {{"content", reply.dump()}}}};
}

} // namespace artifactd::test
