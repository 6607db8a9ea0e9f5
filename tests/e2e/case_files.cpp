#include "tests/e2e/case_files.hpp"

#include "tests/support/source_dir.hpp"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <sstream>

namespace artifactd::test {

namespace fs = std::filesystem;
using Json = nlohmann::json;

namespace {

std::string read(fs::path const& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// The first place where `found` lacks something of `expected`, as a pointer with both values; empty if
/// nothing is missing.
std::string lack(Json const& expected, Json const& found, std::string const& at) {
  if (expected.is_object() && found.is_object()) {
    for (auto const& [key, value] : expected.items()) {
      auto const member = found.find(key);
      if (member == found.end()) return at + "/" + key + " is missing";
      if (auto inside = lack(value, *member, at + "/" + key); !inside.empty()) return inside;
    }
    return {};
  }
  if (expected.is_array() && found.is_array() && expected.size() == found.size()) {
    for (std::size_t i = 0; i < expected.size(); ++i)
      if (auto inside = lack(expected[i], found[i], at + "/" + std::to_string(i)); !inside.empty())
        return inside;
    return {};
  }
  return expected == found ? std::string() : at + " is " + found.dump() + ", not " + expected.dump();
}

std::string difference(fs::path const& expected, fs::path const& found, std::string const& name) {
  if (!fs::is_regular_file(fs::symlink_status(found))) return name + " is not there";
  auto wanted = read(expected);
  auto text = read(found);
  if (expected.extension() != ".json") return wanted == text ? "" : name + " holds:\n" + text;
  auto document = Json::parse(text, nullptr, false);
  if (document.is_discarded()) return name + " is no JSON:\n" + text;
  auto missing = lack(Json::parse(wanted), document, "");
  return missing.empty() ? "" : name + ": " + missing;
}

} // namespace

bool CaseFiles::has(std::string const& file) const {
  return fs::exists(directory_ / file);
}

std::string CaseFiles::text(std::string const& file) const {
  return read(directory_ / file);
}

std::vector<std::string> CaseFiles::lines(std::string const& file) const {
  std::istringstream in(text(file));
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);)
    if (!line.empty()) lines.push_back(line);
  return lines;
}

int CaseFiles::expected_exit() const {
  return has("expect.exit") ? std::stoi(text("expect.exit")) : 0;
}

std::string CaseFiles::settings() const {
  auto settings = has("agents") ? "agents_dir = \"" + path("agents").string() + "\"\n" : std::string();
  return settings + text("config.toml");
}

std::vector<std::string> CaseFiles::differences(fs::path const& session) const {
  std::vector<std::string> found;
  auto const expect = directory_ / "expect";
  if (fs::exists(expect)) {
    for (auto const& entry : fs::recursive_directory_iterator(expect)) {
      if (!entry.is_regular_file()) continue;
      auto name = fs::relative(entry.path(), expect).string();
      if (name.ends_with(".bytes")) name.resize(name.size() - 6);
      if (auto text = difference(entry.path(), session / name, name); !text.empty()) found.push_back(text);
    }
  }
  for (auto const& name : lines("expect.absent"))
    if (fs::exists(fs::symlink_status(session / name))) found.push_back(name + " is there");
  return found;
}

std::vector<std::string> case_names() {
  std::vector<std::string> names;
  for (auto const& entry : fs::directory_iterator(fs::path(source_dir()) / "tests/cases"))
    if (entry.is_directory()) names.push_back(entry.path().filename().string());
  std::ranges::sort(names);
  return names;
}

} // namespace artifactd::test
