#include "state/settle/generations.hpp"

#include "state/session/atomic_file.hpp"
#include "state/session/session_layout.hpp"

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
constexpr std::uint64_t last_generation = 999'999'999'999; // no session comes near it; larger ones are forged

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
  if (generation.number > last_generation) return std::nullopt;
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
  return TRY(Generations::open(session)).all();
}

Result<Generations> Generations::open(Session const& session) {
  Generations generations(session);
  auto directory = open_directory(session.directory(), layout::generations);
  if (!directory && directory.error().fault == Fault::missing) return generations;
  generations.directory_ = TRY(std::move(directory));
  for (auto const& name :
       TRY(list_directory(generations.directory_.get(), listing_limit, Listing::as_opened)))
    if (auto generation = parse_generation(name))
      generations.all_.push_back(*std::move(generation));
    else if (name == layout::recycled)
      generations.recycled_ = true;
  std::ranges::sort(generations.all_, {}, &Generation::number);
  return generations;
}

Result<std::uint64_t> Generations::archive(int work, std::string const& work_name, Origin origin,
                                           std::optional<Stamp> const& as_replaced) {
  if (!directory_) directory_ = TRY(session_->private_directory(layout::generations));
  auto stamp = as_replaced ? *as_replaced : TRY(stamp_at(work, work_name));
  if (!all_.empty() && all_.back().number == last_generation)
    return fail(Fault::exists, fmt::format("{}/{} uses up the generation numbers: remove it",
                                           layout::generations, all_.back().name));
  Generation next{
      all_.empty() ? 1 : all_.back().number + 1, origin, stamp.inode, stamp.modified_ns, stamp.size, ""};
  next.name = generation_name(next);
  TRY(rename_new(work, work_name, directory_.get(), next.name));
  all_.push_back(next);
  return next.number;
}

std::optional<Spare> Generations::spare(HistoryBounds const& bounds) const {
  auto full = all_.size() >= std::max<std::size_t>(2, bounds.generations);
  if (!full && !recycled_) return std::nullopt;
  return Spare{directory_.get(), layout::recycled, full ? all_.front().name : ""};
}

Result<void> Generations::prune(HistoryBounds const& bounds, std::optional<std::uint64_t> kept) {
  std::uint64_t bytes = 0;
  for (auto const& each : all_)
    bytes += each.size;
  std::size_t oldest = 0;
  while (oldest + 1 < all_.size() && (all_.size() > bounds.generations || bytes > bounds.bytes)) {
    auto const& each = all_[oldest];
    if (each.number == kept) {
      ++oldest;
      continue;
    }
    auto removed = remove_name(directory_.get(), each.name);
    if (!removed && removed.error().code != EISDIR) return removed; // a planted directory does no harm
    bytes -= each.size;
    all_.erase(all_.begin() + static_cast<std::ptrdiff_t>(oldest));
  }
  return {};
}

Result<std::vector<Generation>> Generations::late_writes() {
  std::vector<Generation> written;
  for (std::size_t back = 0; back < std::min<std::size_t>(2, all_.size()); ++back) {
    auto& generation = all_[all_.size() - 1 - back];
    auto known = stamp_at(directory_.get(), generation.name);
    // made room for a publication that then failed
    if (!known && known.error().fault == Fault::missing) continue;
    auto stamp = TRY(std::move(known));
    if (stamp.inode != generation.inode) continue;
    if (stamp.modified_ns == generation.modified_ns && stamp.size == generation.size) continue;
    auto former = generation.name;
    generation.origin = Origin::foreign;
    generation.modified_ns = stamp.modified_ns;
    generation.size = stamp.size;
    generation.name = generation_name(generation);
    TRY(rename_new(directory_.get(), former, directory_.get(), generation.name));
    written.push_back(generation);
  }
  return written;
}

} // namespace artifactd
