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
constexpr std::size_t most_seen_for_one = 20; ///< entries of folders per wanted file

class Gathering {
public:
  Gathering(std::size_t most, OnProgress const& on_progress) : most_(most), on_progress_(on_progress) {}

  Result<void> add(std::string const& argument) {
    std::error_code error;
    if (fs::is_directory(argument, error)) {
      walk(argument, nullptr);
      return {};
    }
    auto const glob_from = argument.find_first_of("*?[{");
    if (fs::exists(fs::symlink_status(argument, error)) || glob_from == std::string::npos) {
      ++seen_;
      if (paths_.size() < most_) take(argument);
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

  GatheredPaths take_all(std::string root) const {
    GatheredPaths gathered{.root = std::move(root), .paths = {}, .notes = notes()};
    for (auto const& path : paths_)
      if (auto sample = extraction::sample_path(path, gathered.root))
        gathered.paths.push_back(*std::move(sample));
    return gathered;
  }

private:
  /// Upper folders come before lower ones, in byte order, so that the same tree gives the same paths.
  void walk(std::string const& top, extraction::Glob const* glob) {
    FairSample sample(most_ - paths_.size());
    std::deque<std::string> open{top};
    std::size_t entries = 0;
    while (!open.empty() && !stopped_) {
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
    for (std::size_t number = 0; !error && entries != fs::directory_iterator() && !stopped_;
         entries.increment(error)) {
      std::error_code unknown;
      stopped_ = ++seen > most_ * most_seen_for_one;
      auto path = below(directory, entries->path().filename().string());
      if (!entries->is_symlink(unknown) && entries->is_directory(unknown)) {
        folders.push_back(std::move(path));
        continue;
      }
      if (glob != nullptr && !glob->matches(parts_of(path))) continue;
      tell_progress(on_progress_, {"finding files", ++seen_});
      if (number++ % every == 0) files.push_back(std::move(path));
      if (files.size() <= 2 * most_) continue;
      keep_evenly(files, most_);
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
      ++too_long_;
    } else if (extraction::unreadable({"", path})) {
      ++not_text_;
    } else {
      paths_.push_back(path);
    }
  }

  void note_unreadable(std::string const& directory) {
    ++unreadable_count_;
    if (unreadable_.size() < most_unreadable_named) unreadable_.push_back(directory);
  }

  std::vector<std::string> notes() const {
    std::vector<std::string> notes;
    if (stopped_)
      notes.push_back(
          fmt::format("the walk stopped at {}: there are more (--max-files)", how_many(seen_, "file")));
    if (auto const left_out = not_text_ + too_long_; paths_.size() + left_out < seen_)
      notes.push_back(
          fmt::format("of {} only a sample is looked at, spread evenly over the folders: {} (--max-files)",
                      how_many(seen_, "file"), paths_.size()));
    if (not_text_ > 0) notes.push_back(fmt::format("{} left out: not UTF-8", how_many(not_text_, "path")));
    if (too_long_ > 0)
      notes.push_back(fmt::format("{} left out: longer than {} bytes", how_many(too_long_, "path"),
                                  extraction::SampleLimits{}.path));
    if (unreadable_count_ > 0)
      notes.push_back(fmt::format("{} cannot be read: {}{}", how_many(unreadable_count_, "folder"),
                                  printable(fmt::format("{}", fmt::join(unreadable_, ", "))),
                                  unreadable_count_ > unreadable_.size() ? ", …" : ""));
    return notes;
  }

  std::size_t most_;
  OnProgress const& on_progress_;
  std::vector<std::string> paths_;
  std::size_t seen_ = 0;                ///< files
  bool stopped_ = false;                ///< there are more than `seen_`
  std::size_t not_text_ = 0;            ///< omitted: names that are not UTF-8
  std::size_t too_long_ = 0;            ///< omitted: more than 4,096 bytes
  std::vector<std::string> unreadable_; ///< directories, the first few
  std::size_t unreadable_count_ = 0;
};

std::string root_of(std::vector<std::string> const& arguments) {
  std::error_code error;
  if (arguments.size() != 1 || !fs::is_directory(arguments[0], error)) return {};
  auto root = arguments[0];
  while (root.size() > 1 && root.ends_with('/'))
    root.pop_back();
  return root == "." ? "" : root;
}

} // namespace

Result<GatheredPaths> gather_paths(std::vector<std::string> const& arguments, std::size_t most,
                                   OnProgress const& on_progress, std::string root) {
  Gathering gathering(most, on_progress);
  for (auto const& argument : arguments)
    TRY(gathering.add(argument));
  return gathering.take_all(root.empty() ? root_of(arguments) : std::move(root));
}

} // namespace artifactd
