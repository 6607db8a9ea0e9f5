#include "daemon/commands/rule/gathered_paths.hpp"

#include "agents/rule/glob.hpp"
#include "agents/rule/samples.hpp"
#include "daemon/commands/rule/fair_sample.hpp"
#include "state/json/raw_text.hpp"
#include "state/vocabulary/names.hpp"

#include <algorithm>
#include <deque>
#include <filesystem>
#include <fmt/core.h>
#include <fmt/ranges.h>
#include <iterator>

namespace artifactd {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_unreadable_named = 3;
constexpr std::size_t told_every = 1'000;
constexpr std::size_t most_seen_for_one = 20; ///< entries of folders per wanted file

class Gathering {
public:
  explicit Gathering(GatherLimits const& limits) : limits_(limits) {}

  Result<void> add(std::string const& argument) {
    std::error_code error;
    if (fs::is_directory(argument, error)) {
      walk(argument, nullptr);
      return {};
    }
    auto const glob_from = argument.find_first_of("*?[{");
    if (fs::exists(fs::symlink_status(argument, error)) || glob_from == std::string::npos) {
      ++found_.seen;
      if (found_.paths.size() < limits_.files) take(argument);
      return {};
    }
    auto glob = extraction::Glob::compile(argument);
    if (!glob)
      return fail(Fault::invalid,
                  fmt::format("{}: {}; {}", printable(argument), glob.error().message, glob.error().hint));
    auto const slash = argument.rfind('/', glob_from);
    walk(slash == std::string::npos ? "." : argument.substr(0, std::max<std::size_t>(slash, 1)), &*glob);
    return {};
  }

  GatheredPaths take_all() { return std::move(found_); }

private:
  /// Upper folders come before lower ones, in byte order, so that the same tree gives the same paths.
  void walk(std::string const& top, extraction::Glob const* glob) {
    FairSample sample(limits_.files - found_.paths.size());
    std::deque<std::string> open{top};
    std::size_t entries = 0;
    while (!open.empty() && !found_.stopped) {
      auto const directory = std::move(open.front());
      open.pop_front();
      std::vector<std::string> folders;
      sample.add(files_in(directory, glob, folders, entries));
      std::ranges::sort(folders);
      std::ranges::move(folders, std::back_inserter(open));
    }
    for (auto const& file : sample.take())
      take(file);
  }

  /// Sorted; if the folder has more than wanted, only some, at even distances.
  std::vector<std::string> files_in(std::string const& directory, extraction::Glob const* glob,
                                    std::vector<std::string>& folders, std::size_t& seen) {
    std::vector<std::string> files;
    std::error_code error;
    fs::directory_iterator entries(directory, error);
    std::size_t every = 1;
    for (std::size_t number = 0; !error && entries != fs::directory_iterator() && !found_.stopped;
         entries.increment(error)) {
      std::error_code unknown;
      found_.stopped = ++seen > limits_.files * most_seen_for_one;
      auto path = below(directory, entries->path().filename().string());
      if (!entries->is_symlink(unknown) && entries->is_directory(unknown)) {
        folders.push_back(std::move(path));
        continue;
      }
      if (glob != nullptr && !glob->matches(parts_of(path))) continue;
      if (++found_.seen % told_every == 0 && limits_.on_progress) limits_.on_progress(found_.seen);
      if (number++ % every == 0) files.push_back(std::move(path));
      if (files.size() <= 2 * limits_.files) continue;
      keep_evenly(files, limits_.files);
      every *= 2;
    }
    if (error) note_unreadable(directory);
    std::ranges::sort(files);
    return files;
  }

  static std::string below(std::string const& directory, std::string const& name) {
    if (directory == ".") return name;
    return directory.ends_with('/') ? directory + name : directory + "/" + name;
  }
  static std::string parts_of(std::string const& path) {
    auto const sample = extraction::sample_path(path, "");
    return sample ? sample->parts : std::string();
  }

  void take(std::string const& path) {
    if (path.size() > extraction::SampleLimits{}.path) {
      ++found_.too_long;
    } else if (extraction::unreadable({"", path})) {
      ++found_.not_text;
    } else {
      found_.paths.push_back(path);
    }
  }

  void note_unreadable(std::string const& directory) {
    ++found_.unreadable_count;
    if (found_.unreadable.size() < most_unreadable_named) found_.unreadable.push_back(directory);
  }

  GatherLimits const& limits_;
  GatheredPaths found_;
};

} // namespace

Result<GatheredPaths> gather_paths(std::vector<std::string> const& arguments, GatherLimits const& limits) {
  Gathering gathering(limits);
  for (auto const& argument : arguments)
    TRY(gathering.add(argument));
  auto found = gathering.take_all();
  std::error_code error;
  if (arguments.size() == 1 && fs::is_directory(arguments[0], error)) found.root = arguments[0];
  while (found.root.size() > 1 && found.root.ends_with('/'))
    found.root.pop_back();
  if (found.root == ".") found.root.clear();
  return found;
}

std::vector<std::string> notes_on(GatheredPaths const& gathered) {
  std::vector<std::string> notes;
  if (gathered.stopped)
    notes.push_back(
        fmt::format("the walk stopped at {}: there are more (--max-files)", how_many(gathered.seen, "file")));
  if (auto const left_out = gathered.not_text + gathered.too_long;
      gathered.paths.size() + left_out < gathered.seen)
    notes.push_back(
        fmt::format("of {} only a sample is looked at, spread evenly over the folders: {} (--max-files)",
                    how_many(gathered.seen, "file"), gathered.paths.size()));
  if (gathered.not_text > 0)
    notes.push_back(fmt::format("{} left out: not UTF-8", how_many(gathered.not_text, "path")));
  if (gathered.too_long > 0)
    notes.push_back(fmt::format("{} left out: longer than {} bytes", how_many(gathered.too_long, "path"),
                                extraction::SampleLimits{}.path));
  if (gathered.unreadable_count > 0)
    notes.push_back(fmt::format("{} cannot be read: {}{}", how_many(gathered.unreadable_count, "folder"),
                                printable(fmt::format("{}", fmt::join(gathered.unreadable, ", "))),
                                gathered.unreadable_count > gathered.unreadable.size() ? ", …" : ""));
  return notes;
}

} // namespace artifactd
