#include "agents/turn/mirror/mirror_file.hpp"

#include "agents/turn/store/rows/story_rows.hpp"
#include "state/platform/identity.hpp"
#include "state/platform/private_directory.hpp"
#include "state/session/atomic_file.hpp"
#include "state/vocabulary/names.hpp"

#include <algorithm>
#include <fcntl.h>
#include <fmt/core.h>
#include <set>
#include <unistd.h>

namespace artifactd::turn {

namespace {

constexpr std::string_view ending = ".jsonl";
constexpr std::size_t most_mirrors = 1'000'000;
constexpr int most_rewrites = 5;

/// The last scene of a story, and the one before it.
struct Ends {
  std::string before; ///< the lines of the second to last scene; empty if there is only one
  std::string last;
};

enum class File : std::uint8_t { other, behind, current };

Result<std::string> file_name(std::string const& session_id) {
  if (!Name::parse(session_id)) return fail(Fault::invalid, "no story has the id " + printable(session_id));
  return session_id + std::string(ending);
}

/// The file that a killed writer leaves behind: one name per story, so that forgetting finds it.
std::string unfinished(std::string const& name) {
  return "." + name + ".new";
}

/// Empty if it is not a story's file.
std::string id_of_file(std::string_view name) {
  if (name.starts_with('.') && name.ends_with(".new")) name = name.substr(1, name.size() - 5);
  return name.ends_with(ending) ? std::string(name.substr(0, name.size() - ending.size())) : std::string();
}

Result<UniqueFd> open_own(int directory, std::string const& name, int flags) {
  auto file = TRY(open_beneath(directory, name, flags | O_NOFOLLOW | O_NONBLOCK));
  auto const stamp = TRY(stamp_of(file.get()));
  if (!is_plain_file(stamp) || stamp.owner != own_user())
    return fail(Fault::unsafe, name + " is a link, has another name as well, or belongs to another user");
  return file;
}

/// Whether the file ends with the text.
Result<bool> ends_with(int file, std::string_view text) {
  auto const size = TRY(stamp_of(file)).size;
  if (size < text.size()) return false;
  std::string tail(text.size(), '\0');
  auto const got = ::pread(file, tail.data(), tail.size(), static_cast<off_t>(size - text.size()));
  return got == static_cast<ssize_t>(text.size()) && tail == text;
}

Result<File> look(int file, Ends const& ends) {
  if (TRY(ends_with(file, ends.before + ends.last))) return File::current;
  return !ends.before.empty() && TRY(ends_with(file, "\n" + ends.before)) ? File::behind : File::other;
}

/// Not flushed: a line lost in a power cut is written again.
Result<File> add_last(std::string const& path, std::string const& name, Ends const& ends) {
  auto const directory = TRY(make_private_directory(path));
  auto const file = open_own(directory.get(), name, O_RDWR | O_APPEND);
  if (!file) return File::other;
  auto const is = TRY(look(file->get(), ends));
  if (is == File::behind) TRY(write_all(file->get(), ends.last));
  return is;
}

Result<void> replace_mirror(std::string const& path, std::string const& name, std::string_view bytes) {
  auto const directory = TRY(make_private_directory(path));
  auto const fresh = unfinished(name);
  TRY(remove_name(directory.get(), fresh));
  auto const file = TRY(open_beneath(directory.get(), fresh, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0600));
  auto written = write_all(file.get(), bytes);
  if (written && ::fsync(file.get()) < 0) written = fail(errno_error("fsync", name));
  if (written && ::renameat(directory.get(), fresh.c_str(), directory.get(), name.c_str()) < 0)
    written = fail(errno_error("rename", name));
  if (!written) ::unlinkat(directory.get(), fresh.c_str(), 0);
  return written;
}

std::string whole_text(MirroredStory const& story) {
  auto text = header_line(story);
  for (auto const& scene : story.scenes)
    text += scene_lines(scene, story.documents);
  return text;
}

/// std::nullopt if there is no such story.
Result<std::optional<Ends>> ends_of(Store const& store, std::string const& session_id) {
  auto const row = TRY(story(store, session_id));
  if (!row) return std::nullopt;
  auto const from = std::max<std::int64_t>(row->scene_index - 1, 0);
  auto const tail = TRY(stored_story(store, session_id, from));
  if (tail.scenes.empty()) return fail(Fault::changed, "the story " + session_id + " has moved");
  Ends ends{.before = {}, .last = scene_lines(tail.scenes.back(), tail.documents)};
  if (tail.scenes.size() > 1) ends.before = scene_lines(tail.scenes.front(), tail.documents);
  return ends;
}

/// Repeats until the file matches the database after it was written.
Result<void> rewrite(Store const& store, std::string const& path, std::string const& session_id) {
  auto const name = TRY(file_name(session_id));
  for (int rewrites = 0; rewrites < most_rewrites; ++rewrites) {
    auto const text = whole_text(TRY(stored_story(store, session_id)));
    TRY(answer_as_self([&] { return replace_mirror(path, name, text); }));
    if (TRY(is_mirrored(store, path, session_id))) return {};
  }
  return fail(Fault::busy, "the story " + session_id + " keeps changing");
}

} // namespace

Result<void> mirror_story(Store const& store, std::string const& path, std::string const& session_id,
                          Since since) {
  auto const name = TRY(file_name(session_id));
  auto const ends = TRY(ends_of(store, session_id));
  if (!ends) return remove_mirror(path, session_id);
  if (since == Since::played &&
      TRY(answer_as_self([&] { return add_last(path, name, *ends); })) != File::other)
    return {};
  return rewrite(store, path, session_id);
}

Result<void> remove_mirror(std::string const& path, std::string const& session_id) {
  auto const name = TRY(file_name(session_id));
  return answer_as_self([&]() -> Result<void> {
    auto const directory = open_trusted_directory(path);
    if (!directory && directory.error().fault == Fault::missing) return {};
    if (!directory) return fail(directory.error());
    TRY(remove_name(directory->get(), unfinished(name)));
    return remove_name(directory->get(), name);
  });
}

Result<void> remove_strays(Store const& store, std::string const& path) {
  for (auto const& id : TRY(mirrored_ids(path)))
    if (!TRY(story(store, id))) TRY(remove_mirror(path, id));
  return {};
}

Result<MirroredStory> mirrored_story(std::string const& path, std::string const& session_id) {
  auto const name = TRY(file_name(session_id));
  auto const text = TRY(answer_as_self([&]() -> Result<std::string> {
    auto const directory = TRY(make_private_directory(path));
    auto const file = TRY(open_own(directory.get(), name, O_RDONLY));
    return read_whole(file.get(), name, largest_mirror);
  }));
  return read_mirror(name, text);
}

Result<std::vector<std::string>> mirrored_ids(std::string const& path) {
  auto const names = TRY(answer_as_self([&]() -> Result<std::vector<std::string>> {
    auto const directory = open_trusted_directory(path);
    if (!directory && directory.error().fault == Fault::missing) return std::vector<std::string>();
    if (!directory) return fail(directory.error());
    return list_directory(directory->get(), most_mirrors);
  }));
  std::set<std::string> ids;
  for (auto const& name : names)
    if (auto id = id_of_file(name); Name::parse(id)) ids.insert(std::move(id));
  return std::vector(ids.begin(), ids.end());
}

Result<bool> is_mirrored(Store const& store, std::string const& path, std::string const& session_id) {
  auto const name = TRY(file_name(session_id));
  auto const ends = TRY(ends_of(store, session_id));
  if (!ends) return false;
  return answer_as_self([&]() -> Result<bool> {
    auto const directory = TRY(make_private_directory(path));
    auto const file = open_own(directory.get(), name, O_RDONLY);
    return file ? TRY(look(file->get(), *ends)) == File::current : false;
  });
}

} // namespace artifactd::turn
