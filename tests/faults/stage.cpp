#include "tests/faults/stage.hpp"

#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <thread>

namespace artifactd::faults {

namespace fs = std::filesystem;

namespace {

// Its writer may not be done with a signal younger than this; artifactd would wait for the rest itself.
constexpr auto publishing = std::chrono::milliseconds(22);

/// Replaces "@home@" with the stage's home: a program run as another user cannot find it.
std::string at_home(std::string rules, std::string const& home) {
  constexpr std::string_view word = "@home@";
  for (auto at = rules.find(word); at != rules.npos; at = rules.find(word, at + home.size()))
    rules.replace(at, word.size(), home);
  return rules;
}

} // namespace

Stage::Stage(Binaries const& binaries, std::string_view agent_rules)
    : binaries_(binaries), session_(scratch_ / ("root/" + landmark())) {
  fs::create_directories(session_);
  auto at = [&](char const* name) { return "\"" + (scratch_ / name).string() + "\"\n"; };
  scratch_.write("artifactd.toml", "state_dir = " + at("state") + "runtime_dir = " + at("run") +
                                       "workers = 2\n[[root]]\npath = " + at("root") +
                                       at_home(std::string(agent_rules), home().string()));
}

std::string Stage::landmark() {
  return "settled-session";
}

namespace {

std::string text_of(fs::path const& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

} // namespace

std::string Stage::read(std::string_view name) const {
  return text_of(session_ / name);
}

std::string Stage::project(std::string_view name) const {
  return text_of(project_path() / name);
}

bool Stage::has(std::string_view name) const {
  return fs::exists(fs::symlink_status(session_ / name));
}

void Stage::write(std::string_view name, std::string_view text) {
  if (name.starts_with("artifacts/") || name.starts_with("rules/")) inputs_[std::string(name)] = text;
  auto path = session_ / name;
  fs::create_directories(path.parent_path());
  std::ofstream out(path, std::ios::binary);
  out << text;
  if (!out.flush()) throw std::runtime_error("cannot write " + path.string());
}

void Stage::replace(std::string_view name, std::string_view text) const {
  fs::create_directories((session_ / name).parent_path());
  auto temporary = scratch_.write("root/foreign", text);
  fs::rename(temporary, session_ / name);
}

void Stage::move(std::string_view from, std::string_view to) const {
  fs::rename(session_ / from, session_ / to);
}

void Stage::drop(std::string_view agent, std::string_view kind) {
  write(std::string(agent) + "." + std::string(kind) + ".lock", "");
}

Program Stage::program(std::string const& binary, std::vector<std::string> arguments) const {
  arguments.insert(arguments.begin(), {binary, "--config", (scratch_ / "artifactd.toml").string()});
  return {std::move(arguments),
          {"PATH=/usr/bin:/bin", "HOME=" + scratch_.path().string(), "TMPDIR=" + scratch_.path().string()}};
}

Program Stage::merge() const {
  return program(binaries_.artifactctl, {"merge", session_.string(), "--wait", "2s"});
}

Program Stage::fix(std::string_view word) const {
  std::vector<std::string> words{"state", std::string(word), session_.string()};
  if (word != "verify") words.push_back("FIX-1");
  words.insert(words.end(), {"--target", (scratch_ / "project").string()});
  return program(binaries_.artifactctl, std::move(words));
}

Program Stage::state_run() const {
  return program(binaries_.artifactctl, {"state", "run", session_.string(), "--skill",
                                         project_path().string(), "--issue", "slow", "--focus", "context"});
}

Program Stage::update() const {
  return program(binaries_.artifactctl,
                 {"state", "update", session_.string(), "--set", "user_issue_description=slow"});
}

Program Stage::once() const {
  if (binaries_.artifactd.empty()) return merge(); // a mutant is a single program
  return program(binaries_.artifactd, {"--once"});
}

Program Stage::edit_by_model(std::string_view agent) const {
  return program(binaries_.artifactctl,
                 {"edit", "run", session_.string(), std::string(agent), "--engine", "model"});
}

Program Stage::turn(std::vector<std::string> words) const {
  words.insert(words.begin(), "turn");
  return program(binaries_.artifactctl, std::move(words));
}

Program Stage::artifactctl(std::vector<std::string> words) const {
  return program(binaries_.artifactctl, std::move(words));
}

Program Stage::report_confirm() const {
  std::string id;
  for (auto const& entry : fs::directory_iterator(session_ / "reports"))
    if (entry.path().string().ends_with(".result.json"))
      id = nlohmann::json::parse(std::ifstream(entry.path()))["proposal"]["id"];
  return artifactctl({"report", "confirm", session_.string(), id});
}

Program Stage::turn_play() const {
  return turn({"play", session_.string()});
}

Program Stage::merge(std::string_view name) const {
  return program(binaries_.artifactctl, {"merge", session_.string(), std::string(name), "--wait", "5s"});
}

void Stage::let_settle() const {
  std::this_thread::sleep_until(made_ + publishing);
}

} // namespace artifactd::faults
