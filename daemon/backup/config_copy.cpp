#include "daemon/backup/config_copy.hpp"

#include "daemon/config/config_secrets.hpp"
#include "daemon/config/config_strings.hpp"
#include "state/platform/identity.hpp"
#include "state/platform/stamp.hpp"
#include "state/session/atomic_file.hpp"

#include <algorithm>
#include <charconv>
#include <fcntl.h>
#include <filesystem>
#include <fmt/core.h>
#include <unistd.h>
#include <utility>

namespace artifactd::backup {

namespace {

namespace fs = std::filesystem;

/// In the restored state directory: the original's is in use by the original daemon.
constexpr auto runtime_folder = "run";
constexpr std::string_view in_place_of_secret = "removed-by-backup";
constexpr std::size_t longest_file = std::size_t{16} << 20;

/// With its text, and its mode and owner.
Result<ConfigFile> file_at(std::string const& path, std::string place) {
  return answer_as_self([&]() -> Result<ConfigFile> {
    UniqueFd const file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    if (!file) return fail(errno_error("open", path));
    auto const stamp = TRY(stamp_of(file.get()));
    return ConfigFile{.path = std::move(place),
                      .text = TRY(read_whole(file.get(), path, longest_file)),
                      .mode = stamp.mode & 0777U,
                      .owner = stamp.owner,
                      .group = stamp.group};
  });
}

/// "agent[3].schema", "agent[3].schemas.NAME"
bool names_schema(std::string_view key) {
  return key.starts_with("agent[") && (key.ends_with("].schema") || key.contains("].schemas."));
}

bool is_root_path(std::string_view key) {
  return key.starts_with("root[") && key.ends_with("].path");
}

/// "agent[0].reinvoke_env[" of "agent[0].reinvoke_env[2]"; empty: not in a list of words
std::string_view list_of(std::string_view key) {
  return key.ends_with(']') ? key.substr(0, key.rfind('[') + 1) : "";
}

class ConfigCopying {
public:
  ConfigCopying(Config const& config, std::vector<SavedRoot> const& roots) : config_(config), roots_(roots) {}

  ConfigCopy run() {
    for (auto const& file : config_.files)
      add_file(file);
    if (copy_.files.empty() || copy_.files.front().path != main_config)
      copy_.files.insert(
          copy_.files.begin(),
          {.path = std::string(main_config), .text = "", .owner = ::geteuid(), .group = ::getegid()});
    add_other_roots();
    if (!has_state_dir_) put_first("state_dir", config_.state_dir, "");
    if (!has_runtime_dir_) put_first("runtime_dir", config_.runtime_dir, runtime_folder);
    for (auto const& [key, each] : config_.models)
      if (!each.key_file.empty()) copy_.left_out.push_back({each.key_file, "the key of model " + key});
    std::ranges::move(schema_files_, std::back_inserter(copy_.files));
    return std::move(copy_);
  }

private:
  void add_file(std::string const& path) {
    auto const name = fs::path(path).filename().string();
    auto const is_drop_in = fs::path(path).parent_path().filename() == "conf.d";
    auto const place =
        is_drop_in ? fmt::format("{}/conf.d/{}", config_folder, name) : std::string(main_config);
    auto read = file_at(path, place);
    auto const strings = read ? config_strings(read->text) : fail(read.error());
    if (!strings) return copy_.missing.push_back({path, strings.error().message});
    auto const text = std::exchange(read->text, "");
    auto file = *std::move(read);
    folder_ = fs::path(path).parent_path();
    std::size_t at = 0;
    std::size_t roots = 0;
    for (std::size_t i = 0; i < strings->size(); ++i) {
      auto const& each = strings->at(i);
      file.text.append(text, at, each.at - at);
      auto const& list = list_of(each.key);
      auto const in_list = i > 0 && !list.empty() && list_of(strings->at(i - 1).key) == list;
      add_string(file, each, std::string_view(text).substr(each.at, each.bytes),
                 in_list ? strings->at(i - 1).value : "");
      at = each.at + each.bytes;
      roots += is_root_path(each.key) ? 1 : 0;
    }
    file.text.append(text, at);
    roots_before_ += roots; // those of all files add up
    copy_.files.push_back(std::move(file));
  }

  void add_string(ConfigFile& file, ConfigString const& each, std::string_view written,
                  std::string const& before) {
    if (each.key == "state_dir") {
      has_state_dir_ = true;
      return put(file, written, ConfigPlace::Means::state, "");
    }
    if (each.key == "runtime_dir") {
      has_runtime_dir_ = true;
      return put(file, written, ConfigPlace::Means::state, runtime_folder);
    }
    if (auto const* root = root_of(each)) return put(file, written, ConfigPlace::Means::root, root->name);
    if (names_schema(each.key))
      if (auto const schema = schema_of(each.value); !schema.empty())
        return put(file, written, ConfigPlace::Means::file, schema);
    auto const clean =
        may_hold_secret(each.key) ? without_secret(each.value, before, in_place_of_secret) : each.value;
    if (clean == each.value) return void(file.text += written);
    file.text += toml_quoted(clean);
    copy_.left_out.push_back({file.path, each.key + " holds a password or a token"});
  }

  void put(ConfigFile& file, std::string_view written, ConfigPlace::Means means, std::string name) {
    copy_.places.push_back({file.path, file.text.size(), written.size(), means, std::move(name)});
    file.text += written;
  }

  [[nodiscard]] SavedRoot const* root_of(ConfigString const& each) const {
    if (!is_root_path(each.key)) return nullptr;
    std::size_t number = 0;
    std::from_chars(each.key.data() + std::string_view("root[").size(), each.key.data() + each.key.size(),
                    number);
    return roots_before_ + number < roots_.size() ? &roots_[roots_before_ + number] : nullptr;
  }

  /// Where the schema is in the archive; empty if it cannot be read.
  std::string schema_of(std::string const& written) {
    auto const path = (folder_ / written).lexically_normal().string(); // an absolute one is itself
    if (auto const known = schemas_.find(path); known != schemas_.end()) return known->second;
    auto const place =
        fmt::format("{}/files/{}-{}", config_folder, schemas_.size() + 1, fs::path(path).filename().string());
    auto file = file_at(path, place);
    if (!file) return copy_.missing.push_back({path, file.error().message}), "";
    schema_files_.push_back(*std::move(file));
    return schemas_[path] = place;
  }

  /// Those that the command line named.
  void add_other_roots() {
    auto& file = copy_.files.front();
    for (std::size_t i = 0; i < config_.roots.size(); ++i) {
      auto const origin = config_.origins.find(fmt::format("root[{}]", i));
      auto const saved = std::ranges::find(roots_, config_.roots[i].path, &SavedRoot::path);
      if (origin == config_.origins.end() || origin->second != "--root" || saved == roots_.end()) continue;
      file.text += fmt::format("{}[[root]]\ndepth = {}\npath = ",
                               file.text.empty() || file.text.ends_with('\n') ? "" : "\n", saved->depth);
      put(file, toml_quoted(saved->path), ConfigPlace::Means::root, saved->name);
      file.text += '\n';
    }
  }

  /// As the first line of the main file.
  void put_first(std::string_view key, std::string const& path, std::string name) {
    auto& file = copy_.files.front();
    auto const start = fmt::format("{} = ", key);
    auto const value = toml_quoted(path);
    auto const line = start + value + "\n";
    for (auto& place : copy_.places)
      if (place.file == file.path) place.at += line.size();
    file.text.insert(0, line);
    copy_.places.push_back(
        {file.path, start.size(), value.size(), ConfigPlace::Means::state, std::move(name)});
  }

  Config const& config_;
  std::vector<SavedRoot> const& roots_;
  ConfigCopy copy_;
  std::map<std::string, std::string> schemas_; ///< path → in the archive
  std::vector<ConfigFile> schema_files_;
  fs::path folder_; ///< of the current file
  std::size_t roots_before_ = 0;
  bool has_state_dir_ = false;
  bool has_runtime_dir_ = false;
};

} // namespace

ConfigCopy copy_config(Config const& config, std::vector<SavedRoot> const& roots) {
  return ConfigCopying(config, roots).run();
}

} // namespace artifactd::backup
