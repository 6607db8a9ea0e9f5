#include "state/settle/generations.hpp"

#include "state/atomic_file.hpp"
#include "state/session_layout.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cstdio>
#include <fcntl.h>
#include <fmt/core.h>
#include <sys/stat.h>
#include <unistd.h>

namespace artifactd {

namespace {

constexpr std::array<std::string_view, 3> origin_words = {"own", "foreign", "replaced"};
constexpr std::size_t listing_limit = 10'000;

std::string generation_name(Generation const& generation) {
  return fmt::format("{:06}-{}-{}-{}-{}.json", generation.number, origin_word(generation.origin),
                     generation.inode, generation.modified_ns, generation.size);
}

template <class Number>
bool take_number(std::string_view& text, Number& number) {
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc()) return false;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return true;
}

bool take(std::string_view& text, std::string_view expected) {
  if (!text.starts_with(expected)) return false;
  text.remove_prefix(expected.size());
  return true;
}

std::optional<Generation> parse_generation(std::string const& name) {
  Generation generation{0, Origin::own, 0, 0, 0, name};
  std::string_view rest = name;
  if (!take_number(rest, generation.number) || !take(rest, "-")) return std::nullopt;
  auto word = std::ranges::find_if(origin_words, [&](auto each) { return rest.starts_with(each); });
  if (word == origin_words.end()) return std::nullopt;
  generation.origin = static_cast<Origin>(word - origin_words.begin());
  rest.remove_prefix(word->size());
  if (!take(rest, "-") || !take_number(rest, generation.inode)) return std::nullopt;
  if (!take(rest, "-") || !take_number(rest, generation.modified_ns)) return std::nullopt;
  if (!take(rest, "-") || !take_number(rest, generation.size) || rest != ".json") return std::nullopt;
  return generation;
}

Result<void> rename_new(int from_directory, std::string const& from, int to_directory,
                        std::string const& to) {
  if (::renameat2(from_directory, from.c_str(), to_directory, to.c_str(), RENAME_NOREPLACE) < 0)
    return fail(errno_error("rename", to));
  return {};
}

} // namespace

std::string_view origin_word(Origin origin) noexcept {
  return origin_words[static_cast<std::size_t>(origin)];
}

Result<std::vector<Generation>> list_generations(Session const& session) {
  std::vector<Generation> generations;
  auto directory = open_directory(session.directory(), layout::generations);
  if (!directory && directory.error().fault == Fault::missing) return generations;
  if (!directory) return fail(std::move(directory).error());
  for (auto const& name : TRY(list_directory(directory->get(), listing_limit)))
    if (auto generation = parse_generation(name)) generations.push_back(*std::move(generation));
  std::ranges::sort(generations, {}, &Generation::number);
  return generations;
}

Result<std::uint64_t> archive(Session const& session, std::string const& work_name, Origin origin,
                              std::optional<Stamp> const& as_replaced) {
  auto work = TRY(session.private_directory(layout::work));
  auto directory = TRY(session.private_directory(layout::generations));
  auto stamp = as_replaced ? *as_replaced : TRY(stamp_at(work.get(), work_name));
  auto known = TRY(list_generations(session));
  Generation next{
      known.empty() ? 1 : known.back().number + 1, origin, stamp.inode, stamp.modified_ns, stamp.size, ""};
  TRY(rename_new(work.get(), work_name, directory.get(), generation_name(next)));
  return next.number;
}

Result<void> prune_generations(Session const& session, HistoryBounds const& bounds) {
  auto generations = TRY(list_generations(session));
  std::uint64_t bytes = 0;
  for (auto const& each : generations)
    bytes += each.size;
  auto count = generations.size();
  auto directory = TRY(session.private_directory(layout::generations));
  for (auto const& oldest : generations) {
    if (count <= 1 || (count <= bounds.generations && bytes <= bounds.bytes)) break;
    auto removed = remove_name(directory.get(), oldest.name);
    if (!removed && removed.error().code != EISDIR) return removed; // a planted directory is in nobody's way
    --count;
    bytes -= oldest.size;
  }
  return {};
}

Result<std::vector<Generation>> late_writes(Session const& session) {
  auto generations = TRY(list_generations(session));
  std::vector<Generation> written;
  if (generations.empty()) return written;
  auto directory = TRY(session.private_directory(layout::generations));
  for (std::size_t back = 0; back < std::min<std::size_t>(2, generations.size()); ++back) {
    auto& generation = generations[generations.size() - 1 - back];
    auto stamp = TRY(stamp_at(directory.get(), generation.name));
    if (stamp.inode != generation.inode) continue;
    if (stamp.modified_ns == generation.modified_ns && stamp.size == generation.size) continue;
    auto former = generation.name;
    generation.origin = Origin::foreign;
    generation.modified_ns = stamp.modified_ns;
    generation.size = stamp.size;
    generation.name = generation_name(generation);
    TRY(rename_new(directory.get(), former, directory.get(), generation.name));
    written.push_back(generation);
  }
  return written;
}

} // namespace artifactd
