#include "tests/e2e/site.hpp"

#include <algorithm>
#include <cstdlib>
#include <sstream>

namespace artifactd::test {

namespace fs = std::filesystem;
using Json = nlohmann::json;

Site::Site(std::string const& settings, std::string programs) : programs_(std::move(programs)) {
  fs::create_directories(root());
  auto here = path().string();
  scratch_.write("etc/artifactd.toml", "state_dir = \"" + here + "/state\"\nruntime_dir = \"" + here +
                                           "/run\"\n[[root]]\npath = \"" + root().string() + "\"\n");
  configure(settings);
}

void Site::configure(std::string const& settings) const {
  scratch_.write("etc/conf.d/10-test.toml", settings);
}

std::string Site::program(std::string_view name) const {
  return built(programs_ + std::string(name));
}

Ended Site::artifactctl(std::vector<std::string> const& words) const {
  std::vector<std::string> all{program("artifactctl"), "--config", config().string()};
  all.insert(all.end(), words.begin(), words.end());
  return run({.words = all});
}

Json Site::json(std::vector<std::string> const& words) const {
  auto all = words;
  all.insert(all.begin(), "--json");
  return Json::parse(artifactctl(all).out, nullptr, false);
}

std::vector<Json> Site::settled() const {
  std::istringstream lines(artifactctl({"--json", "log", "-n", "100000"}).out);
  std::vector<Json> events;
  for (std::string line; std::getline(lines, line);)
    if (auto event = Json::parse(line, nullptr, false); event.is_object() && event["event"] == "settled")
      events.push_back(std::move(event));
  return events;
}

long Site::settled(SessionDir const& session, std::string_view agent, std::string_view outcome) const {
  return std::ranges::count_if(settled(), [&](Json const& event) {
    return event["session"] == session.path().string() && event["name"] == agent &&
           event["outcome"] == outcome;
  });
}

std::string Site::status_text() const {
  return artifactctl({"status", "-v"}).out;
}

std::string Site::code_of_odd_file() const {
  auto const rows = json({"status"})["stuck"];
  auto const odd = std::ranges::find_if(rows, [](Json const& row) { return row["state"] == "odd"; });
  return odd == rows.end() ? std::string() : odd->value("code", "");
}

bool full_run() {
  return std::getenv("ARTIFACTD_FULL") != nullptr;
}

} // namespace artifactd::test
