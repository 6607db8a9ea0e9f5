#include "watchers/scan.hpp"

#include "state/platform/answering.hpp"
#include "state/platform/fd.hpp"
#include "state/session/session_layout.hpp"
#include "state/vocabulary/nearest_name.hpp"
#include "watchers/session_key.hpp"

#include <algorithm>
#include <fcntl.h>
#include <optional>
#include <string_view>
#include <sys/stat.h>

namespace artifactd {

namespace {

/// Enough to see the problem; a flood of odd files must not become a flood of memory.
constexpr std::size_t most_odd = 64;

/// Other programs lock x.json, which need not exist yet, with `x.json.lock`.
bool locks_a_file(std::string_view lock, std::vector<std::string> const& sorted) {
  auto const locked = lock.substr(0, lock.rfind('.'));
  return locked.ends_with(".json") || std::ranges::binary_search(sorted, locked);
}

void note_odd(SessionSigns& signs, std::string const& file, Oddity why) {
  ++signs.odd_count;
  if (signs.odd.size() < most_odd) signs.odd.push_back({file, why});
}

bool is_missing(Error const& error) noexcept {
  return error.fault == Fault::missing;
}

/// A session is only found here: whether it can be read is seen when it is entered.
Result<UniqueFd> open_child(int directory, std::string const& name, unsigned depth) {
  if (depth == 0) return open_beneath(directory, name, O_PATH | O_DIRECTORY);
  return open_directory(directory, name);
}

/// Walks the directories `depth` levels beneath `directory`; `path` leads there from the root.
void list_below(int directory, std::string const& path, unsigned depth, SessionList& list) {
  if (depth == 0) {
    list.paths.push_back(path);
    return;
  }
  auto names = list_directory(directory, most_names);
  if (!names) {
    list.unreadable.push_back(path);
    return;
  }
  std::ranges::sort(*names);
  for (auto const& name : *names) {
    if (!is_watched_name(name)) continue;
    auto below = path.empty() ? name : path + '/' + name;
    auto child = open_child(directory, name, depth - 1);
    if (child)
      list_below(child->get(), below, depth - 1, list);
    else if (crosses_mount(child.error()))
      (depth == 1 ? list.paths : list.unreadable).push_back(below);
    else if (!is_missing(child.error()) && child.error().fault != Fault::unsafe)
      list.unreadable.push_back(below);
  }
}

} // namespace

std::optional<Oddity> oddity_of(Stamp const& stamp) noexcept {
  switch (stamp.mode & S_IFMT) {
  case S_IFREG:
    break;
  case S_IFLNK:
    return Oddity::symlink;
  case S_IFDIR:
    return Oddity::directory;
  case S_IFIFO:
    return Oddity::fifo;
  case S_IFSOCK:
    return Oddity::socket;
  default:
    return Oddity::device;
  }
  if (stamp.size > largest_signal) return Oddity::too_large;
  return std::nullopt;
}

std::string_view oddity_phrase(Oddity oddity) noexcept {
  switch (oddity) {
  case Oddity::bad_name:
    return "a name has up to 64 letters, digits, '.', '_' and '-', the first a letter or digit, and does not "
           "end in the word of a kind";
  case Oddity::wrong_case:
    return "a signal ends in the word of its kind and .lock in lower case";
  case Oddity::misspelt:
    return "a signal ends in the word of its kind and .lock";
  case Oddity::unknown_kind:
    return "no kind with that word is served";
  case Oddity::symlink:
    return "it is a link, and signals are plain files";
  case Oddity::directory:
    return "it is a directory, and signals are plain files";
  case Oddity::fifo:
    return "it is a FIFO, and signals are plain files";
  case Oddity::socket:
    return "it is a socket, and signals are plain files";
  case Oddity::device:
    return "it is a device, and signals are plain files";
  case Oddity::too_large:
    return "it is too large for a signal, which is an empty file";
  }
  return "it is not a signal";
}

std::string_view oddity_word(Oddity oddity) noexcept {
  switch (oddity) {
  case Oddity::bad_name:
    return "bad_name";
  case Oddity::wrong_case:
    return "wrong_case";
  case Oddity::misspelt:
    return "misspelt";
  case Oddity::unknown_kind:
    return "unknown_kind";
  case Oddity::symlink:
    return "symlink";
  case Oddity::directory:
    return "directory";
  case Oddity::fifo:
    return "fifo";
  case Oddity::socket:
    return "socket";
  case Oddity::device:
    return "device";
  case Oddity::too_large:
    return "too_large";
  }
  return "";
}

Result<SessionSigns> scan_session(int session, Kinds const& kinds) {
  auto names = TRY(list_directory(session, most_names));
  std::ranges::sort(names);
  SessionSigns signs;
  auto const has = [&](std::string const& name) { return std::ranges::binary_search(names, name); };
  signs.plays = has(layout::plays);
  signs.in_use = has(layout::mutex) || has(layout::change_room);
  for (auto const& file : names) {
    auto parsed = parse_signal_file(file, kinds);
    if (parsed.form == SignalForm::unknown_kind && !locks_a_file(file, names))
      note_odd(signs, file, Oddity::unknown_kind);
    if (parsed.form == SignalForm::bad_name) note_odd(signs, file, Oddity::bad_name);
    if (parsed.form == SignalForm::none && misspelt_signal(file, kinds))
      note_odd(signs, file, in_lower_case(file).ends_with(".lock") ? Oddity::wrong_case : Oddity::misspelt);
    if (!parsed.signal) continue;
    auto stamp = stamp_at(session, file);
    if (!stamp && is_missing(stamp.error())) continue; // settled or withdrawn since it was listed
    if (!stamp) return fail(std::move(stamp).error());
    auto const whole_file = parsed.signal->kind.is_document(); // all other signals are mere markers
    if (parsed.form == SignalForm::document)
      signs.documents.push_back({std::move(*parsed.signal), *stamp});
    else if (auto why = oddity_of(*stamp); why && !(whole_file && *why == Oddity::too_large))
      note_odd(signs, file, *why);
    else
      (parsed.form == SignalForm::pending ? signs.pending : signs.refused)
          .push_back({std::move(*parsed.signal), *stamp});
  }
  return signs;
}

Result<Leftovers> scan_leftovers(int session) {
  Leftovers left{.work = {},
                 .mutex = TRY(unless_missing(stamp_at(session, layout::mutex))),
                 .change = TRY(unless_missing(stamp_at(session, layout::change_room)))};

  auto work = open_directory(session, layout::work);
  if (!work) {
    // A link or a file in place of our directory is not a leftover; settling will report it.
    if (is_missing(work.error()) || work.error().fault == Fault::unsafe) return left;
    return fail(std::move(work).error());
  }
  auto names = list_directory(work->get(), 0);
  if (!names && names.error().fault != Fault::too_large) return fail(std::move(names).error());
  if (!names) left.work = TRY(stamp_of(work->get()));
  return left;
}

namespace {

void note_signals(int directory, std::string const& path, Kinds const& kinds,
                  std::vector<std::string>& found) {
  auto files = list_directory(directory, most_names);
  if (!files) return;
  std::ranges::sort(*files);
  for (auto const& file : *files)
    if (parse_signal_file(file, kinds).form == SignalForm::pending) found.push_back(path + '/' + file);
}

} // namespace

Result<std::vector<std::string>> misplaced_signals(int session, Kinds const& kinds, std::size_t limit) {
  std::vector<std::string> found;
  if (auto knowledge = open_directory(session, layout::knowledge))
    note_signals(knowledge->get(), layout::knowledge, kinds, found);
  auto artifacts = open_directory(session, layout::artifacts);
  if (!artifacts && !is_missing(artifacts.error())) return fail(std::move(artifacts).error());
  if (artifacts) {
    note_signals(artifacts->get(), layout::artifacts, kinds, found);
    auto agents = TRY(list_directory(artifacts->get(), most_names));
    std::ranges::sort(agents);
    for (auto const& agent : agents)
      if (auto directory = open_directory(artifacts->get(), agent))
        note_signals(directory->get(), layout::artifacts + '/' + agent, kinds, found);
  }
  if (found.size() > limit) found.resize(limit);
  return found;
}

Result<SessionList> list_sessions(std::string const& root, unsigned depth) {
  TRY(check_answers(root));
  auto directory = TRY(open_trusted_directory(root));
  SessionList list;
  list_below(directory.get(), "", depth, list);
  return list;
}

} // namespace artifactd
