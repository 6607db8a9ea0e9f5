#include "daemon/config/config_filling.hpp"
#include "merge/artifacts/artifact_names.hpp"

#include <algorithm>
#include <filesystem>

namespace artifactd {

std::optional<std::vector<std::string>> Filling::texts() const {
  auto const* array = node_->as_array();
  std::vector<std::string> texts;
  for (std::size_t i = 0; array != nullptr && i < array->size(); ++i)
    if (auto text = (*array)[i].value_exact<std::string>()) texts.push_back(*std::move(text));
  if (array == nullptr || texts.size() != array->size()) return std::nullopt;
  return texts;
}

bool Filling::take(std::vector<Kind>& value, KindsRule) {
  auto words = texts();
  if (!words || words->empty()) return refuse("has to be a list of kinds, such as [\"kg\"]");
  std::vector<Kind> kinds;
  for (auto const& word : *words) {
    auto kind = reading_.config.served.kinds.find(word);
    if (!kind)
      return refuse(fmt::format("\"{}\" is not a kind of signal that this build serves", word),
                    std::string(Kind::default_word));
    kinds.push_back(*kind);
  }
  value = std::move(kinds);
  return true;
}

bool Filling::take(std::vector<std::string>& value, FileNamesRule) {
  auto names = texts();
  if (!names) return refuse("has to be a list of file names, such as [\"completion.json\"]");
  for (auto const& name : *names)
    if (!is_artifact_name(name))
      return refuse(fmt::format("\"{}\" is not the plain name of a .json or .ndjson file", name));
  value = *std::move(names);
  return true;
}

bool Filling::take(std::vector<std::string>& value, WordsRule) {
  auto words = texts();
  auto bad = [](std::string const& word) { return word.empty() || word.find('\0') != word.npos; };
  if (!words || std::ranges::any_of(*words, bad))
    return refuse("has to be a list of words, such as [\"my-agent\", \"--repair\"]; no shell reads them");
  value = *std::move(words);
  return true;
}

bool Filling::take(std::vector<std::string>& value, ProgramRule) {
  if (!take(value, WordsRule{})) return false;
  if (!value.empty() && value.front().contains('/')) value.front() = path_from_here(value.front());
  return true;
}

std::string Filling::path_from_here(std::string const& path) const {
  auto directory = std::filesystem::absolute(reading_.file).parent_path();
  return (directory / with_home(path)).lexically_normal().string();
}

std::optional<std::string> Filling::schema_path(toml::node const& node) const {
  auto text = node.value_exact<std::string>();
  if (!text || text->empty() || text->ends_with('/') || text->find('\0') != text->npos) return std::nullopt;
  return path_from_here(*text);
}

bool Filling::take(std::string& value, SchemaFileRule) {
  return accept(value, schema_path(*node_), "has to be the path of a JSON Schema file");
}

bool Filling::take(std::map<std::string, std::string>& value, SchemaFilesRule) {
  std::map<std::string, std::string> files;
  auto const* table = node_->as_table();
  if (table == nullptr)
    return refuse("has to be a table such as { \"completion.json\" = \"completion.schema.json\" }");
  for (auto const& [name, node] : *table) {
    auto path = schema_path(node);
    if (!path || name.str().empty())
      return refuse(fmt::format("\"{}\" needs the path of a JSON Schema file", name.str()));
    files.emplace(name.str(), *std::move(path));
  }
  value = std::move(files);
  return true;
}

} // namespace artifactd
