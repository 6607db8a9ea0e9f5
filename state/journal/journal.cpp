#include "state/journal/journal.hpp"

#include "state/journal/journal_writer.hpp"
#include "state/platform/identity.hpp"

#include <fmt/core.h>
#include <tuple>

namespace artifactd {

namespace {

/// how long a refusal waits while another process holds the file
constexpr auto longest_wait = std::chrono::milliseconds(100);
constexpr std::size_t longest_text = 4096; ///< PATH_MAX: the longest possible session path
constexpr std::size_t longest_detail = 16384;

void bound(Event& event) {
  for (auto* text : {&event.session, &event.name, &event.kind, &event.event, &event.outcome})
    if (text->size() > longest_text) text->resize(longest_text);
  if (event.detail.size() > longest_detail) event.detail = R"({"cut":true})";
}

Result<Spendings> nothing(Result<void> done) {
  if (!done) return fail(std::move(done).error());
  return Spendings{};
}

} // namespace

Result<Journal> Journal::open(std::string const& path, Options options) {
  return answer_as_self([&]() -> Result<Journal> {
    auto opened = TRY(open_or_replace(path, options.check));
    if (options.check == Check::whole) TRY(opened.tables.prune_attempts(options.rows));
    return Journal(std::make_unique<Writer>(path, options, std::move(opened)));
  });
}

void Journal::append(Event event) {
  bound(event);
  std::lock_guard lock(writer_->queue_lock);
  if (event.wall_ns == 0) event.wall_ns = wall_now_ns(); // here, so that times are in the order of numbers
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

std::uint64_t Journal::queued() const noexcept {
  std::lock_guard lock(writer_->queue_lock);
  return writer_->appended - writer_->done;
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
                                                     std::string_view key, Tier tier, std::int64_t since_ns) {
  {
    std::lock_guard lock(writer_->queue_lock);
    writer_->memory.count(session, signal, key, tier);
    if (writer_->tasks.size() >= writer_->options.queue) return writer_->memory.recall(session, signal);
  }
  AttemptsTask task{.on_busy = AttemptsTask::OnBusy::retry,
                    .work =
                        [session = std::string(session), signal, key = std::string(key), tier,
                         since_ns](JournalTables& tables) {
                          return tables.count_attempt(session, signal, key, tier, since_ns);
                        },
                    .learned = [session = std::string(session), signal, key = std::string(key)](
                                   JournalMemory& memory,
                                   Spendings const& all) { memory.counted(session, signal, key, all); }};
  if (auto counted = writer_->ask(std::move(task), longest_wait)) return *std::move(counted);
  std::lock_guard lock(writer_->queue_lock);
  return writer_->memory.recall(session, signal);
}

Result<void> Journal::count_hint(std::string_view session, SignalName const& signal) {
  TRY(*writer_->ask(
      {.on_busy = AttemptsTask::OnBusy::fail,
       .work =
           [&](JournalTables& tables) {
             auto counted = tables.count_hint(session, signal);
             return counted ? tables.spendings(session, signal) : nothing(std::move(counted));
           },
       .learned = [&](JournalMemory& memory, Spendings const& all) { memory.learn(session, signal, all); }},
      std::nullopt));
  return {};
}

Result<std::vector<Spending>> Journal::spendings(std::string_view session, SignalName const& signal) {
  AttemptsTask task{.on_busy = AttemptsTask::OnBusy::fail,
                    .work = [session = std::string(session),
                             signal](JournalTables& tables) { return tables.spendings(session, signal); },
                    .learned = [session = std::string(session),
                                signal](JournalMemory& memory,
                                        Spendings const& all) { memory.learn(session, signal, all); }};
  auto told = writer_->ask(std::move(task), longest_wait);
  if (told && !*told && told->error().fault != Fault::busy) return *std::move(told);
  std::lock_guard lock(writer_->queue_lock);
  auto remembered = writer_->memory.recall(session, signal);
  return told && *told && (*told)->size() >= remembered.size() ? **std::move(told) : remembered;
}

Result<void> Journal::reset_attempts(std::string_view session, SignalName const& signal) {
  TRY(*writer_->ask(
      {.on_busy = AttemptsTask::OnBusy::fail,
       .work = [&](JournalTables& tables) { return nothing(tables.reset_attempts(session, signal)); },
       .learned = [&](JournalMemory& memory, Spendings const&) { memory.forget(session, signal); }},
      std::nullopt));
  return {};
}

void Journal::forget_attempts(std::string_view session, SignalName const& signal, Duration patience) {
  {
    std::lock_guard lock(writer_->queue_lock);
    writer_->memory.forget(session, signal);
    if (writer_->tasks.size() >= writer_->options.queue) return;
  }
  std::ignore = writer_->ask(
      {.on_busy = AttemptsTask::OnBusy::retry,
       .work = [session = std::string(session),
                signal](JournalTables& tables) { return nothing(tables.reset_attempts(session, signal)); },
       .learned = [session = std::string(session),
                   signal](JournalMemory& memory, Spendings const&) { memory.learn(session, signal, {}); }},
      patience);
}

std::uint64_t Journal::dropped() const noexcept {
  std::lock_guard lock(writer_->queue_lock);
  return writer_->dropped;
}

std::optional<std::string> Journal::damaged() const {
  std::lock_guard lock(writer_->queue_lock);
  return writer_->damaged;
}

std::optional<std::string> Journal::trouble() const {
  std::lock_guard lock(writer_->queue_lock);
  return writer_->trouble;
}

Journal::Journal(std::unique_ptr<Writer> writer) noexcept : writer_(std::move(writer)) {}
Journal::Journal(Journal&&) noexcept = default;
Journal& Journal::operator=(Journal&&) noexcept = default;
Journal::~Journal() {
  if (writer_) as_self([this] { writer_.reset(); }); // the last connection to close removes files
}

} // namespace artifactd
