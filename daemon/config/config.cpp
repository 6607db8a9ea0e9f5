#include "daemon/config/config.hpp"

#include "daemon/config/config_check.hpp"
#include "daemon/config/config_environment.hpp"
#include "daemon/config/config_reader.hpp"
#include "state/platform/fd.hpp"
#include "state/platform/stamp.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <fmt/core.h>
#include <fnmatch.h>
#include <pwd.h>
#include <sys/stat.h>
#include <tuple>
#include <unistd.h>

namespace artifactd {

namespace {

// A configuration of 1,000 agents is about 100 KB; more is a mistake (--config /dev/zero).
constexpr std::size_t longest_file = std::size_t{1} << 20;
constexpr std::size_t most_drop_ins = 1000;

std::string environment(char const* name) {
  char const* value = std::getenv(name);
  return value == nullptr ? std::string() : std::string(value);
}

/// systemd's *_DIRECTORY variables may hold several paths; the first is ours.
std::string service_directory(char const* name) {
  auto value = environment(name);
  return value.substr(0, value.find(':'));
}

std::string home() {
  if (auto home = environment("HOME"); !home.empty()) return home;
  auto const* entry = ::getpwuid(::geteuid());
  return entry == nullptr ? std::string() : std::string(entry->pw_dir);
}

std::string xdg(char const* name, std::string_view below_home) {
  auto base = environment(name);
  if (base.starts_with('/')) return base;
  auto house = home();
  return house.empty() ? std::string() : fmt::format("{}/{}", house, below_home);
}

/// A configuration below /etc applies to the machine's daemon, no matter who reads it.
bool speaks_for_machine(std::string const& file) {
  return ::geteuid() == 0 || file.starts_with("/etc/");
}

std::string default_state_dir(std::string const& file) {
  if (auto given = service_directory("STATE_DIRECTORY"); !given.empty()) return given;
  if (speaks_for_machine(file)) return "/var/lib/artifactd";
  auto base = xdg("XDG_STATE_HOME", ".local/state");
  return base.empty() ? std::string() : base + "/artifactd";
}

std::string default_runtime_dir(std::string const& file, std::string const& state_dir) {
  if (auto given = service_directory("RUNTIME_DIRECTORY"); !given.empty()) return given;
  if (speaks_for_machine(file)) return "/run/artifactd";
  auto base = environment("XDG_RUNTIME_DIR");
  return base.starts_with('/') ? base + "/artifactd" : state_dir + "/run";
}

Result<std::string> config_bytes(std::string const& path) {
  UniqueFd fd(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK));
  if (!fd) return fail(errno_error("open", path));
  // A pipe would be waited for; an empty device says that there are no settings.
  auto const stamp = TRY(stamp_of(fd.get()));
  if (!S_ISREG(stamp.mode) && !S_ISCHR(stamp.mode)) return fail(Fault::unsafe, "is not a regular file");
  std::string text;
  std::array<char, 16384> buffer{};
  while (true) {
    auto got = ::read(fd.get(), buffer.data(), buffer.size());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return fail(errno_error("read", path));
    if (got == 0) return text;
    text.append(buffer.data(), static_cast<std::size_t>(got));
    if (text.size() > longest_file)
      return fail(Fault::too_large, fmt::format("{}: more than {} bytes", path, longest_file));
  }
}

/// conf.d/*.toml beside `file`, in byte order of names.
Result<std::vector<std::string>> drop_ins(std::string const& file) {
  auto directory = (std::filesystem::path(file).parent_path() / "conf.d").string();
  auto fd = open_trusted_directory(directory);
  if (!fd) {
    if (fd.error().fault == Fault::missing) return std::vector<std::string>{};
    return fail(std::move(fd).error());
  }
  std::vector<std::string> paths;
  for (auto const& name : TRY(list_directory(fd->get(), most_drop_ins)))
    if (name.ends_with(".toml") && !name.starts_with('.')) paths.push_back(directory + "/" + name);
  std::ranges::sort(paths);
  return paths;
}

enum class ConfigReading : std::uint8_t { strict, loose };

void read_files(std::optional<std::string> const& named, std::string const& file, Config& config,
                std::vector<ConfigError>& errors, ConfigReading reading) {
  auto report = [&](std::string const& path, Error const& error) {
    errors.push_back({path, 0, 0, "", error.message, ""});
  };
  std::vector<std::string> paths{file};
  if (auto more = drop_ins(file))
    paths.insert(paths.end(), more->begin(), more->end());
  else
    report(file, more.error());
  for (auto const& path : paths) {
    auto text = config_bytes(path);
    if (!text && !named && path == file && text.error().fault == Fault::missing) continue;
    if (!text) {
      report(path, text.error());
      continue;
    }
    config.files.push_back(path);
    if (reading == ConfigReading::strict)
      read_config_text(path, *text, config, errors);
    else
      read_config_text_loosely(path, *text, config);
  }
}

void add_roots(std::vector<std::string> const& roots, Config& config, std::vector<ConfigError>& errors) {
  for (auto const& root : roots) {
    std::error_code failed;
    auto path = std::filesystem::absolute(root, failed);
    if (root.empty() || failed) {
      errors.push_back({"", 0, 0, "--root", "not a directory: " + printable(root), ""});
      continue;
    }
    config.origins[fmt::format("root[{}]", config.roots.size())] = "--root";
    config.roots.push_back({path.string(), 1});
  }
}

Config read_config(ConfigSource const& source, std::vector<ConfigError>& errors, ConfigReading reading) {
  auto file = source.file.value_or(default_config_file());
  Config config;
  config.served = source.served;
  read_files(source.file, file, config, errors, reading);
  read_environment(environ, config, errors);
  add_roots(source.roots, config, errors);
  if (config.state_dir.empty()) config.state_dir = default_state_dir(file);
  if (config.runtime_dir.empty()) config.runtime_dir = default_runtime_dir(file, config.state_dir);
  return config;
}

} // namespace

AgentRule const* Config::rule_for(Name const& agent, Kind kind) const {
  auto speaks = [&](AgentRule const& rule) {
    return std::ranges::find(rule.kinds, kind) != rule.kinds.end() &&
           ::fnmatch(rule.match.c_str(), agent.str().c_str(), 0) == 0;
  };
  auto rule = std::ranges::find_if(agents, speaks);
  return rule == agents.end() ? nullptr : &*rule;
}

std::string render(ConfigError const& error) {
  auto text = error.file.empty() ? std::string("command line") : printable(error.file);
  if (error.line != 0) text += fmt::format(":{}:{}", error.line, error.column, error.key);
  if (!error.key.empty()) text += ": " + printable(error.key);
  text += ": " + printable(error.message);
  if (!error.suggestion.empty()) text += fmt::format(" (did you mean \"{}\"?)", error.suggestion);
  return text;
}

std::string default_config_file() {
  if (auto given = service_directory("CONFIGURATION_DIRECTORY"); !given.empty())
    return given + "/artifactd.toml";
  auto base = ::geteuid() == 0 ? std::string("/etc") : xdg("XDG_CONFIG_HOME", ".config");
  return base.empty() ? std::string("/etc/artifactd/artifactd.toml") : base + "/artifactd/artifactd.toml";
}

Config load_config_loosely(ConfigSource const& source) {
  std::vector<ConfigError> errors;
  return read_config(source, errors, ConfigReading::loose);
}

std::expected<Config, std::vector<ConfigError>> load_config(ConfigSource const& source) {
  std::vector<ConfigError> errors;
  auto config = read_config(source, errors, ConfigReading::strict);
  if (source.judged == ConfigSource::Judged::everything)
    check_config(config, errors);
  else if (source.judged == ConfigSource::Judged::models)
    check_models(config, errors);
  else
    check_web(config, errors);
  if (errors.empty()) return config;
  std::ranges::sort(errors, {}, [&](ConfigError const& error) {
    auto order = std::ranges::find(config.files, error.file) - config.files.begin();
    return std::tuple(order, error.line, error.column, error.key);
  });
  return std::unexpected(std::move(errors));
}

} // namespace artifactd
