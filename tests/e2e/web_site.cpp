#include "tests/e2e/web_site.hpp"

#include <fstream>
#include <regex>
#include <sstream>

namespace artifactd::test {

namespace {

/// Whether a described path with {parameters} fits.
bool fits(std::string const& described, std::string const& path) {
  auto const pattern = std::regex_replace(described, std::regex(R"(\{[^}]*\})"), "[^/]+");
  return std::regex_match(path, std::regex(pattern));
}

} // namespace

WebSite::WebSite(std::string const& settings, Start when) {
  HttpConnection::check_with([this](std::string const& method, std::string const& path,
                                    HttpAnswer const& answer) { return difference(method, path, answer); });
  if (when == Start::now) start(settings);
}

WebSite::~WebSite() {
  HttpConnection::check_with({});
}

void WebSite::start(std::string const& settings) {
  site_.configure("[web]\nlisten = \"127.0.0.1:0\"\n" + settings);
  daemon_ = std::make_unique<RunningDaemon>(site_);
}

unsigned WebSite::port() {
  if (port_ != 0) return port_;
  std::smatch found;
  std::regex const ready(R"re("event":"web ready".*"host":"127\.0\.0\.1:(\d+)")re");
  EXPECT_TRUE(eventually([&] {
    auto const log = daemon_->log();
    if (!std::regex_search(log, found, ready)) return false;
    port_ = static_cast<unsigned>(std::stoul(found[1]));
    return true;
  })) << daemon_->log();
  return port_;
}

std::string WebSite::token(std::string const& scope, std::vector<std::string> const& more) {
  static int number = 0;
  std::vector<std::string> words{"web",     "token", "add", scope + "-" + std::to_string(++number),
                                 "--scope", scope};
  words.insert(words.end(), more.begin(), more.end());
  auto const made = site_.json(words);
  EXPECT_TRUE(made.is_object());
  return made.value("token", "");
}

std::string WebSite::request(std::string const& method, std::string const& path, Asking const& asking) {
  auto bytes = method + " " + path + " HTTP/1.1\r\n";
  if (!asking.headers.contains("Host")) bytes += "Host: 127.0.0.1:" + std::to_string(port()) + "\r\n";
  if (!asking.token.empty()) bytes += "Authorization: Bearer " + asking.token + "\r\n";
  if (method == "POST" && !asking.headers.contains("Content-Type"))
    bytes += "Content-Type: application/json\r\n";
  if (method == "POST") bytes += "Content-Length: " + std::to_string(asking.body.size()) + "\r\n";
  for (auto const& [name, value] : asking.headers)
    bytes += name + ": " + value + "\r\n";
  return bytes + "\r\n" + asking.body;
}

std::vector<nlohmann::json> WebSite::on_record() const {
  std::istringstream lines(site_.artifactctl({"--json", "log", "-n", "1000"}).out);
  std::vector<nlohmann::json> events;
  for (std::string line; std::getline(lines, line);)
    if (auto event = nlohmann::json::parse(line, nullptr, false);
        event.is_object() && event["event"] == "web")
      events.push_back(std::move(event));
  return events;
}

HttpAnswer WebSite::raw(std::string const& bytes) {
  HttpConnection connection(port());
  connection.send(bytes);
  return connection.answer();
}

HttpAnswer WebSite::ask(std::string const& method, std::string const& path, Asking const& asking) {
  auto answer = raw(request(method, path, asking));
  EXPECT_EQ(answer.headers["x-content-type-options"], "nosniff");
  EXPECT_THAT(answer.headers["content-security-policy"], testing::HasSubstr("default-src 'none'"));
  EXPECT_FALSE(answer.headers.contains("set-cookie"));
  EXPECT_FALSE(answer.headers.contains("access-control-allow-origin"));
  return answer;
}

HttpAnswer WebSite::get(std::string const& path, Asking asking) {
  return ask("GET", path, asking);
}

HttpAnswer WebSite::post(std::string const& path, Asking asking) {
  return ask("POST", path, asking);
}

std::string WebSite::difference(std::string const& method, std::string const& path,
                                HttpAnswer const& answer) {
  auto const bare = path.substr(0, path.find('?'));
  if (method == "HEAD") return {};                                       // described as GET
  if (fetching_ || bare == "/" || bare.starts_with("/page/")) return {}; // the page is no part of the API
  if (described_.is_null()) {
    fetching_ = true;
    HttpAnswer description; // refused with 503 while a test crowds the server
    EXPECT_TRUE(eventually([&] {
      description = raw(request("GET", "/api/v1/openapi.json", {}));
      return description.status == 200;
    }));
    described_ = description.json();
    fetching_ = false;
  }
  auto const wanted = method == "GET" ? "get" : method == "DELETE" ? "delete" : "post";
  nlohmann::json response = described_["components"]["responses"]["Problem"];
  for (auto const& [described, operations] : described_["paths"].items())
    if (fits(described, bare) && operations.contains(wanted)) {
      auto const& responses = operations[wanted]["responses"];
      if (auto const status = std::to_string(answer.status); responses.contains(status))
        response = responses[status];
    }
  if (!response.contains("content")) return answer.body.empty() ? "" : "a body, where none is described";
  auto const given = answer.headers.find("content-type");
  if (given == answer.headers.end()) return "it has no type";
  auto const type = given->second.substr(0, given->second.find(';'));
  if (!response["content"].contains(type)) return "its type is not described: " + type;
  if (!type.contains("json")) return {};
  nlohmann::json schema = response["content"][type]["schema"];
  schema["$schema"] = "https://json-schema.org/draft/2020-12/schema";
  schema["components"] = {{"schemas", described_["components"]["schemas"]}};
  auto const compiled = CompiledSchema::compile({.text = schema.dump(), .shown = path});
  if (!compiled) return compiled.error().message;
  auto const findings = compiled->findings("answer", answer.body);
  if (!findings) return findings.error().message;
  std::string all;
  for (auto const& each : *findings)
    all += each.pointer.value_or("") + ": " + each.message + "\n";
  return all;
}

std::string WebSite::id(std::string const& name) {
  constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  std::string text = "root~";
  unsigned bits = 0;
  int count = 0;
  for (auto const each : name + (name.size() % 3 == 0 ? "" : std::string(3 - name.size() % 3, '\0'))) {
    bits = bits << 8U | static_cast<unsigned char>(each);
    if (++count % 3 != 0) continue;
    for (int shift = 18; shift >= 0; shift -= 6)
      text += digits[bits >> static_cast<unsigned>(shift) & 63U];
    bits = 0;
  }
  return text.substr(0, 5 + (name.size() * 8 + 5) / 6);
}

SessionDir WebSite::refused_session() {
  auto session = site_.session("s1");
  session.artifact("a", "x.json", R"({"broken": )");
  session.drop("a");
  EXPECT_TRUE(eventually([&] { return session.refused("a"); }));
  return session;
}

} // namespace artifactd::test
