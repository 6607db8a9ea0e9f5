#include "state/journal.hpp"

#include "state/clock.hpp"
#include "state/journal_tables.hpp"

#include <algorithm>
#include <cerrno>
#include <condition_variable>
#include <fmt/core.h>
#include <mutex>
#include <thread>
#include <unistd.h>

namespace artifactd {

namespace {

constexpr auto batch_time = std::chrono::milliseconds(100); ///< how old an event gets before it is on file
constexpr std::size_t batch_rows = 512;                     ///< what is written at once however young it is
constexpr std::uint64_t prune_every = 1000;                 ///< rows: pruning costs about as much as they do
constexpr std::size_t longest_text = 4096;                  ///< PATH_MAX: the longest session there can be
constexpr std::size_t longest_detail = 16384;

void bound(Event& event) {
  for (auto* text : {&event.session, &event.name, &event.kind, &event.event, &event.outcome})
    if (text->size() > longest_text) text->resize(longest_text);
  if (event.detail.size() > longest_detail) event.detail = R"({"cut":true})";
}

/// Whether putting the file aside can help: the trouble is the file, not the disk.
bool file_is_to_blame(Error const& error) noexcept {
  switch (error.fault) {
  case Fault::no_space:
  case Fault::exhausted:
  case Fault::busy:
    return false;
  default:
    return true;
  }
}

/// The write-ahead file goes along: it must not be applied to the file that comes next.
Result<std::string> put_aside(std::string const& path) {
  auto aside = fmt::format("{}.damaged-{}", path, iso8601_now());
  if (::rename(path.c_str(), aside.c_str()) < 0) return fail(errno_error("rename", path));
  if (::rename((path + "-wal").c_str(), (aside + "-wal").c_str()) < 0 && errno != ENOENT)
    return fail(errno_error("rename", path + "-wal"));
  if (::unlink((path + "-shm").c_str()) < 0 && errno != ENOENT) return fail(errno_error("unlink", path));
  return aside;
}

struct Opened {
  JournalTables tables;
  std::optional<std::string> damaged;
};

Result<Opened> open_or_replace(std::string const& path, Journal::Check check) {
  auto tables = JournalTables::open(path, check);
  if (tables) return Opened{*std::move(tables), std::nullopt};
  if (check == Journal::Check::glance || !file_is_to_blame(tables.error()))
    return fail(std::move(tables).error());
  auto aside = put_aside(path);
  if (!aside)
    return fail(std::move(tables).error()); // nothing there to put aside: the directory is the trouble
  return Opened{TRY(JournalTables::open(path, check)), *std::move(aside)};
}

} // namespace

struct Journal::Writer {
  Writer(std::string where, Options how, Opened opened)
      : path(std::move(where)), options(how), tables(std::move(opened.tables)),
        damaged(std::move(opened.damaged)), thread([this](std::stop_token const& stop) { serve(stop); }) {}

  void serve(std::stop_token const& stop);
  void write(std::span<Event const> batch);
  void replace_damaged();
  void tell_follower();

  std::string const path;
  Options const options;

  std::mutex queue_lock;
  std::condition_variable_any wake;    ///< something for the thread
  std::condition_variable_any written; ///< something for flush()
  std::vector<Event> queue;
  std::uint64_t appended = 0; ///< events ever queued
  std::uint64_t done = 0;     ///< of these, on file or lost
  bool hurry = false;         ///< somebody waits in flush()
  bool followed = false;      ///< somebody waits for every event
  std::uint64_t dropped = 0;

  std::mutex file_lock; ///< for everything below; never taken while queue_lock is held
  JournalTables tables;
  std::optional<std::string> damaged;
  std::uint64_t since_prune = prune_every;

  std::mutex follower_lock; ///< taken before queue_lock
  std::function<void()> follower;

  std::jthread thread; ///< last: it uses all of the above
};

void Journal::Writer::serve(std::stop_token const& stop) {
  std::vector<Event> batch;
  std::unique_lock lock(queue_lock);
  while (true) {
    wake.wait(lock, stop, [&] { return !queue.empty(); });
    auto full = [&] { return hurry || followed || queue.size() >= batch_rows; };
    if (!queue.empty()) wake.wait_for(lock, stop, batch_time, full);
    if (queue.empty()) return;
    batch.swap(queue);
    lock.unlock();
    for (auto rest = std::span<Event const>(batch); !rest.empty();
         rest = rest.subspan(std::min(batch_rows, rest.size())))
      write(rest.first(std::min(batch_rows, rest.size())));
    tell_follower();
    lock.lock();
    done += batch.size();
    hurry = hurry && done < appended;
    written.notify_all();
    batch.clear();
    if (batch.capacity() > 8 * batch_rows) batch = {}; // a burst's memory is not kept for the next one
  }
}

void Journal::Writer::write(std::span<Event const> batch) {
  std::unique_lock lock(file_lock);
  auto inserted = tables.insert(batch);
  if (!inserted && inserted.error().fault == Fault::invalid) {
    replace_damaged();
    inserted = tables.insert(batch);
  }
  since_prune += batch.size();
  if (inserted && since_prune >= prune_every && tables.prune(options.rows)) since_prune = 0;
  lock.unlock();
  if (inserted) return;
  std::lock_guard count(queue_lock);
  dropped += batch.size();
}

void Journal::Writer::tell_follower() {
  std::lock_guard lock(follower_lock);
  if (follower) follower();
}

void Journal::Writer::replace_damaged() {
  auto opened = open_or_replace(path, Check::whole);
  if (!opened) return;
  tables = std::move(opened->tables);
  if (opened->damaged) damaged = std::move(opened->damaged);
}

Result<Journal> Journal::open(std::string const& path, Options options) {
  auto opened = TRY(open_or_replace(path, options.check));
  if (options.check == Check::whole) TRY(opened.tables.prune_attempts(options.rows));
  return Journal(std::make_unique<Writer>(path, options, std::move(opened)));
}

void Journal::append(Event event) {
  if (event.wall_ns == 0) event.wall_ns = wall_now_ns();
  bound(event);
  std::lock_guard lock(writer_->queue_lock);
  if (writer_->queue.size() >= writer_->options.queue) {
    ++writer_->dropped;
    return;
  }
  writer_->queue.push_back(std::move(event));
  ++writer_->appended;
  if (writer_->queue.size() == 1 || writer_->queue.size() == batch_rows) writer_->wake.notify_one();
}

void Journal::flush() {
  std::unique_lock lock(writer_->queue_lock);
  auto goal = writer_->appended;
  if (writer_->done >= goal) return;
  writer_->hurry = true;
  writer_->wake.notify_one();
  writer_->written.wait(lock, [&] { return writer_->done >= goal; });
}

void Journal::on_written(std::function<void()> call) {
  std::lock_guard lock(writer_->follower_lock);
  {
    std::lock_guard queue(writer_->queue_lock);
    writer_->followed = call != nullptr;
    writer_->wake.notify_one();
  }
  writer_->follower = std::move(call);
}

Result<std::vector<Spending>> Journal::count_attempt(std::string_view session, SignalName const& signal,
                                                     std::string_view key, Tier tier) {
  std::lock_guard lock(writer_->file_lock);
  auto count = writer_->tables.count_attempt(session, signal, key, tier);
  if (count || count.error().fault != Fault::invalid) return count;
  writer_->replace_damaged();
  return writer_->tables.count_attempt(session, signal, key, tier);
}

Result<void> Journal::count_hint(std::string_view session, SignalName const& signal) {
  std::lock_guard lock(writer_->file_lock);
  return writer_->tables.count_hint(session, signal);
}

Result<std::vector<Spending>> Journal::spendings(std::string_view session, SignalName const& signal) {
  std::lock_guard lock(writer_->file_lock);
  return writer_->tables.spendings(session, signal);
}

Result<void> Journal::reset_attempts(std::string_view session, SignalName const& signal) {
  std::lock_guard lock(writer_->file_lock);
  return writer_->tables.reset_attempts(session, signal);
}

std::uint64_t Journal::dropped() const noexcept {
  std::lock_guard lock(writer_->queue_lock);
  return writer_->dropped;
}

std::optional<std::string> Journal::damaged() const {
  std::lock_guard lock(writer_->file_lock);
  return writer_->damaged;
}

Journal::Journal(std::unique_ptr<Writer> writer) noexcept : writer_(std::move(writer)) {}
Journal::Journal(Journal&&) noexcept = default;
Journal& Journal::operator=(Journal&&) noexcept = default;
Journal::~Journal() = default;

} // namespace artifactd
