#include "daemon/config/config_check.hpp"

#include "daemon/config/schema_rules.hpp"
#include "merge/jq/jq_program.hpp"
#include "merge/schema/shelf.hpp"
#include "state/platform/answering.hpp"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <fmt/core.h>

namespace artifactd {

namespace {

namespace fs = std::filesystem;

/// The target of a path, as far as it exists, and answers.
fs::path resolved(std::string const& path) {
  std::error_code failed;
  auto canonical = check_answers(path) ? fs::weakly_canonical(path, failed) : fs::path();
  if (failed || canonical.empty()) canonical = fs::path(path).lexically_normal();
  return canonical.has_filename() ? canonical : canonical.parent_path();
}

enum class Inside : std::uint8_t { no, hidden, yes };

/// Whether `inner` is `outer` or lies below it; hidden: below a name that watching skips.
Inside inside(fs::path const& inner, fs::path const& outer) {
  auto way = inner.lexically_relative(outer);
  if (way.empty() || *way.begin() == "..") return Inside::no;
  for (auto const& part : way)
    if (part != "." && part.string().starts_with('.')) return Inside::hidden;
  return Inside::yes;
}

/// The targets of all roots, in their order; empty for one without a path.
std::vector<fs::path> resolved_roots(Config const& config) {
  std::vector<std::string> paths;
  for (auto const& root : config.roots)
    paths.push_back(root.path);
  ask_all(paths);
  std::vector<fs::path> all;
  for (auto const& root : config.roots)
    all.push_back(root.path.empty() ? fs::path() : resolved(root.path));
  return all;
}

void check_roots(Config const& config, std::vector<fs::path> const& roots, std::vector<ConfigError>& errors) {
  for (std::size_t i = 0; i < roots.size(); ++i) {
    auto key = fmt::format("root[{}].path", i);
    auto const& mine = roots[i];
    if (mine.empty()) {
      note_fault(config, errors, key, "a root needs a path");
      continue;
    }
    for (std::size_t j = 0; j < roots.size(); ++j) {
      auto const& other = roots[j];
      if (other.empty() || i == j) continue;
      if (mine == other) {
        if (j < i) note_fault(config, errors, key, mine.string() + " is already a root");
      } else if (inside(mine, other) == Inside::yes) {
        note_fault(config, errors, key,
                   fmt::format("{} lies inside the root {}: the session of a directory would be ambiguous",
                               mine.string(), other.string()));
      }
    }
  }
}

/// A fix applied to the sessions themselves would be blocked by their own guard.
void check_targets(Config const& config, std::vector<fs::path> const& roots,
                   std::vector<ConfigError>& errors) {
  for (std::size_t i = 0; i < config.roots.size(); ++i) {
    auto const& root = config.roots[i];
    if (!root.target_root.empty() && resolved(root.target_root) == roots[i])
      note_fault(config, errors, fmt::format("root[{}].target_root", i),
                 "fixes cannot be applied to the sessions themselves");
  }
  auto anywhere =
      std::ranges::any_of(config.roots, [](RootConfig const& each) { return !each.target_root.empty(); });
  if (config.fixes.apply && !anywhere)
    note_fault(config, errors, "state.apply_fixes",
               "needs a place to apply fixes: set target_root of a [[root]]");
}

void check_directory(Config const& config, std::vector<fs::path> const& roots, std::string const& key,
                     std::string const& path, std::vector<ConfigError>& errors) {
  if (path.empty()) {
    note_fault(config, errors, key, "is unknown without a home directory; set it");
    return;
  }
  auto const directory = resolved(path);
  for (std::size_t i = 0; i < roots.size(); ++i)
    if (!roots[i].empty() && inside(directory, roots[i]) == Inside::yes)
      note_fault(
          config, errors, key,
          fmt::format("{} lies inside the root {}, where agents can change it", path, config.roots[i].path));
}

void check_locks(Config const& config, std::vector<ConfigError>& errors) {
  auto const& locks = config.kg.locking.others;
  for (std::size_t i = 0; i < locks.size(); ++i) {
    auto key = fmt::format("graph.also_lock[{}].path", i);
    if (!may_be_lock_path(locks[i].path))
      note_fault(
          config, errors, key,
          fmt::format("\"{}\" has to be a path below the session, without \"..\", and neither the graph nor "
                      "a name of artifactd's own",
                      locks[i].path));
    auto same = [&](OtherLock const& each) { return each.path == locks[i].path; };
    if (std::any_of(locks.begin(), locks.begin() + static_cast<std::ptrdiff_t>(i), same))
      note_fault(config, errors, key,
                 fmt::format("\"{}\" is named twice: artifactd would wait for itself", locks[i].path));
  }
}

bool balanced_brackets(std::string_view glob) {
  auto open = glob.find('[');
  while (open != glob.npos) {
    auto close = glob.find(']', open + 2);
    if (close == glob.npos) return false;
    open = glob.find('[', close);
  }
  return true;
}

/// Empty if the glob can match a name; otherwise why it cannot.
std::string glob_trouble(AgentRule const& rule) {
  auto const& glob = rule.match;
  auto of_document = std::ranges::any_of(
      rule.kinds, [&](Kind const& each) { return each.is_document() && glob == each.word(); });
  if (glob.empty()) return "is empty and matches no agent";
  for (char c : glob)
    if (!((c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') ||
          std::string_view("._-*?[]!^").find(c) != std::string_view::npos))
      return fmt::format("\"{}\" matches no agent: names hold only letters, digits, \".\", \"_\" and \"-\"",
                         glob);
  if (!balanced_brackets(glob)) return fmt::format("\"{}\" has a \"[\" without its \"]\"", glob);
  if (glob.find_first_of("*?[") == glob.npos && !Name::parse(glob) && !of_document)
    return fmt::format("\"{}\" cannot be the name of an agent", glob);
  return {};
}

/// If jq cannot be started that is no fault of the configuration: signals that need it report it.
void check_program(Config const& config, std::string const& key, std::string const& program,
                   std::vector<ConfigError>& errors) {
  auto compiled = check_jq(program);
  if (!compiled && compiled.error().fault == Fault::invalid)
    note_fault(config, errors, key, compiled.error().message);
}

/// Compiles schemas and assertions now, not when the first agent waits for them.
void check_checks(Config const& config, std::size_t agent, std::vector<ConfigError>& errors) {
  auto const& rule = config.agents[agent];
  auto key = [&](std::string const& part) { return fmt::format("agent[{}].{}", agent, part); };
  if (!rule.schema.empty() && !rule.schemas.empty())
    note_fault(config, errors, key("schema"), "applies to every file: write it as \"*\" in schemas");
  for (auto const& each : schemas_of(rule))
    if (auto compiled = compiled_schema(each.schema); !compiled)
      note_fault(config, errors, key(rule.schema.empty() ? "schemas" : "schema"), compiled.error().message);
  auto const& assertions = rule.work.checks.assertions;
  for (std::size_t i = 0; i < assertions.size(); ++i) {
    auto that = key(fmt::format("assert[{}].that", i));
    if (assertions[i].that.empty())
      note_fault(config, errors, that, "an assertion needs its jq program in that = \"…\"");
    else
      check_program(config, that, assertions[i].that, errors);
  }
}

void check_agents(Config const& config, std::vector<ConfigError>& errors) {
  for (std::size_t i = 0; i < config.agents.size(); ++i) {
    auto const& rule = config.agents[i];
    auto key = [&](char const* part) { return fmt::format("agent[{}].{}", i, part); };
    if (auto trouble = glob_trouble(rule); !trouble.empty())
      note_fault(config, errors, key("match"), trouble);
    auto filters = rule.work.strategy == Strategy::filter;
    if (filters && rule.work.filter.empty())
      note_fault(config, errors, key("strategy"), "\"filter\" needs the jq program in filter = \"…\"");
    if (filters && !rule.work.filter.empty()) check_program(config, key("filter"), rule.work.filter, errors);
    if (!filters && !rule.work.filter.empty())
      note_fault(config, errors, key("filter"), "is used only with strategy = \"filter\"");
    check_checks(config, i, errors);
  }
}

} // namespace

void check_web(Config const& config, std::vector<ConfigError>& errors) {
  auto const& listen = config.web.listen;
  if (listen.empty()) return;
  if (auto const read = read_listen_address(listen); !read.fault.empty())
    note_fault(config, errors, "web.listen", listen + ": " + read.fault);
}

void note_fault(Config const& config, std::vector<ConfigError>& errors, std::string const& key,
                std::string message) {
  if (std::ranges::any_of(errors, [&](auto const& error) { return error.key == key; })) return;
  ConfigError error{"", 0, 0, key, std::move(message), ""};
  auto origin = config.origins.find(key);
  for (auto dot = key.rfind('.'); origin == config.origins.end() && dot != key.npos && dot > 0;
       dot = key.rfind('.', dot - 1))
    origin = config.origins.find(key.substr(0, dot));
  if (origin == config.origins.end()) {
    if (!config.files.empty()) error.file = config.files.front();
  } else if (auto colon = origin->second.rfind(':'); colon != std::string::npos) {
    auto const& place = origin->second;
    error.file = place.substr(0, colon);
    error.column = 1;
    std::from_chars(place.data() + colon + 1, place.data() + place.size(), error.line);
  }
  errors.push_back(std::move(error));
}

void check_config(Config const& config, std::vector<ConfigError>& errors) {
  auto const roots = resolved_roots(config);
  check_roots(config, roots, errors);
  check_targets(config, roots, errors);
  check_directory(config, roots, "state_dir", config.state_dir, errors);
  check_directory(config, roots, "runtime_dir", config.runtime_dir, errors);
  check_locks(config, errors);
  check_agents(config, errors);
  check_models(config, errors);
  check_web(config, errors);
}

} // namespace artifactd
