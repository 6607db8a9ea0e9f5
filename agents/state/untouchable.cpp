#include "agents/state/untouchable.hpp"

#include <algorithm>
#include <array>
#include <fcntl.h>
#include <filesystem>
#include <sys/stat.h>

namespace artifactd {

namespace {

namespace fs = std::filesystem;
using std::string_view_literals::operator""sv;

constexpr std::array internals = {".git"sv, ".hg"sv, ".svn"sv, ".bzr"sv, "_darcs"sv};

/// Some file systems ignore letter case.
std::string folded(std::string_view text) {
  std::string lower(text);
  for (auto& c : lower)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return lower;
}

bool is_same_file(int directory, std::string const& a, std::string const& b) {
  struct stat first{};
  struct stat second{};
  return ::fstatat(directory, a.c_str(), &first, 0) == 0 &&
         ::fstatat(directory, b.c_str(), &second, AT_SYMLINK_NOFOLLOW) == 0 &&
         first.st_ino == second.st_ino && first.st_dev == second.st_dev;
}

bool is_named_by(std::string const& word, FixTarget const& target, std::string const& file) {
  auto const plain = [](fs::path const& path) { return folded(path.lexically_normal().native()); };
  auto const named = plain(word);
  return named == plain(file) || named == plain(fs::path(target.path) / file) ||
         is_same_file(target.directory.get(), word, file);
}

/// The parts of a word that may be paths: a shell line has several, an option may have one after its "=".
std::vector<std::string> paths_in(std::string const& word) {
  constexpr auto between = " \t\r\n\"'`;|&<>(){}[]$=,:\\"sv;
  std::vector<std::string> paths{word};
  for (std::size_t begin = 0; begin < word.size();) {
    auto const end = std::min(word.find_first_of(between, begin), word.size());
    if (end > begin) paths.push_back(word.substr(begin, end - begin));
    begin = end + 1;
  }
  return paths;
}

} // namespace

bool holds_internals(std::string_view path) {
  std::string before;
  for (auto const& each : fs::path(path)) {
    auto part = folded(each.native());
    if (std::ranges::find(internals, part) != internals.end()) return true;
    if (before == "node_modules" && part == ".bin") return true;
    if (!part.empty() && part != ".") before = std::move(part);
  }
  return false;
}

bool names_file(std::vector<std::string> const& command, FixTarget const& target, std::string const& file) {
  return std::ranges::any_of(command, [&](std::string const& word) {
    return std::ranges::any_of(paths_in(word),
                               [&](std::string const& path) { return is_named_by(path, target, file); });
  });
}

} // namespace artifactd
