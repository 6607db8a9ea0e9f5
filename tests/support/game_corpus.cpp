#include "tests/support/game_corpus.hpp"

#include "tests/support/source_dir.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <stdexcept>

namespace artifactd::test {

namespace {

namespace fs = std::filesystem;
using nlohmann::ordered_json;

fs::path corpus(std::string const& part) {
  return fs::path(source_dir()) / "tests/merge/game" / part;
}

std::vector<std::string> names_in(fs::path const& directory) {
  std::vector<std::string> names;
  for (auto const& entry : fs::directory_iterator(directory))
    names.push_back(entry.path().filename().string());
  std::ranges::sort(names);
  return names;
}

std::string content(fs::path const& path) {
  std::ifstream in(path);
  return {std::istreambuf_iterator<char>(in), {}};
}

void edit(ordered_json& document, std::string const& pointer, ordered_json const& change) {
  ordered_json::json_pointer const at(pointer);
  auto const op = change["op"].get<std::string>();
  if (op == "set") {
    document.at(at) = change["value"];
    return;
  }
  auto& parent = document.at(at.parent_pointer());
  auto const last = at.back();
  if (op == "remove" && parent.is_array())
    parent.erase(std::stoul(last));
  else if (op == "remove")
    parent.erase(last);
  else if (op == "add" && parent.is_array())
    parent.insert(last == "-" ? parent.end() : parent.begin() + std::stol(last), change["value"]);
  else if (op == "add")
    parent[last] = change["value"];
  else
    throw std::runtime_error("no such edit: " + op);
}

std::string edited(std::string const& text, ordered_json const& change) {
  auto document = ordered_json::parse(text);
  if (!change.contains("inner")) {
    edit(document, change["pointer"], change);
  } else {
    auto& string = document.at(ordered_json::json_pointer(change["pointer"].get<std::string>()));
    auto inside = ordered_json::parse(string.get<std::string>());
    edit(inside, change["inner"], change);
    string = inside.dump();
  }
  return document.dump(2);
}

} // namespace

std::vector<std::string> game_names() {
  return names_in(corpus("games"));
}

std::vector<game::GameFile> game_files(std::string const& name) {
  std::vector<game::GameFile> files;
  auto const directory = corpus("games") / name;
  for (auto const& file : names_in(directory))
    files.push_back({file, file, content(directory / file)});
  return files;
}

std::vector<GameMutation> game_mutations() {
  std::vector<GameMutation> mutations;
  for (auto const& file : names_in(corpus("mutations")))
    for (auto const& each : ordered_json::parse(content(corpus("mutations") / file)))
      mutations.push_back({fs::path(file).stem().string(), each["name"], each["game"], each["errors"],
                           each["mechanical"], each["repaired"], each["edits"]});
  return mutations;
}

std::vector<game::GameFile> broken_files(GameMutation const& mutation) {
  auto files = game_files(mutation.game);
  for (auto const& change : mutation.edits) {
    auto const name = change["file"].get<std::string>();
    auto file = std::ranges::find(files, name, &game::GameFile::name);
    if (!change.contains("pointer")) // the whole file
      file = change["op"] == "remove" ? files.erase(file) : file;
    else
      file->bytes = edited(file->bytes, change);
  }
  return files;
}

std::vector<std::string> error_messages(std::vector<Finding> const& findings) {
  std::vector<std::string> messages;
  for (auto const& finding : findings)
    if (finding.severity == Severity::error) messages.push_back(finding.message);
  return messages;
}

} // namespace artifactd::test
