#include "daemon/commands/mcp/stdio_server.hpp"

#include "daemon/commands/mcp/call_queue.hpp"
#include "state/platform/clock.hpp"
#include "state/session/atomic_file.hpp"

#include <array>
#include <atomic>
#include <cerrno>
#include <condition_variable>
#include <fmt/core.h>
#include <map>
#include <system_error>
#include <thread>
#include <unistd.h>

namespace artifactd {

namespace {

constexpr std::size_t most_at_once = 16;
constexpr auto between_reports = std::chrono::seconds(1);
constexpr auto patience_at_the_end = std::chrono::seconds(2);

std::string key_of(Json const& id) {
  return compact(id);
}

} // namespace

/// The answers to the messages of one line, which are one line, too.
struct StdioServer::Batch {
  bool in_array = false;
  std::size_t missing = 0;
  Json answers = Json::array();
};

/// One piece of work, seen from the thread that reads and from its own.
class StdioServer::Running {
public:
  Running(mcp::Work work, mcp::Revision revision, std::shared_ptr<Batch> batch, CallQueue::Ticket ticket)
      : work_(std::move(work)), revision_(revision), batch_(std::move(batch)), ticket_(ticket) {}

  void cancel() noexcept { cancelled_ = true; }
  [[nodiscard]] bool cancelled() const noexcept { return cancelled_; }

  mcp::Work work_;
  mcp::Revision revision_;
  std::shared_ptr<Batch> batch_;
  CallQueue::Ticket ticket_;
  bool acts_ = true; ///< nobody else may act yet
  std::atomic<bool> done_ = false;

private:
  std::atomic<bool> cancelled_ = false;
};

/// Outlives the server if threads do.
class StdioServer::Shared {
public:
  Shared(DoWork work, int out) : work_(std::move(work)), out_(out) {}

  void write(Json const& message) {
    std::scoped_lock const lock(writing_);
    auto const line = compact(message) + "\n";
    if (!write_all(out_, line)) gone_ = true; // nobody reads
  }

  /// std::nullopt: no answer to this message. The last one of its line sends them all.
  void settle(Batch& batch, std::optional<Json> message) {
    std::optional<Json> line;
    {
      std::scoped_lock const lock(mutex_);
      if (message) batch.answers.push_back(*std::move(message));
      if (--batch.missing > 0 || batch.answers.empty()) return;
      line = batch.in_array ? std::move(batch.answers) : std::move(batch.answers[0]);
    }
    write(*line);
  }

  /// Why it cannot begin: that id is in use, or too much is at work.
  std::optional<mcp::Mistake> begin(std::shared_ptr<Running> const& running) {
    std::scoped_lock const lock(mutex_);
    auto const& id = running->work_.id;
    if (running_.contains(key_of(id)))
      return mcp::Mistake{mcp::ErrorCode::invalid_request, "a request with this id is at work", id};
    if (running_.size() >= most_at_once)
      return mcp::Mistake{mcp::ErrorCode::busy,
                          fmt::format("{} requests are at work: wait for one of them", most_at_once), id};
    running->ticket_ = queue_.take();
    ++at_work_;
    running_.emplace(key_of(id), running);
    return std::nullopt;
  }

  void cancel(Json const& id) {
    std::scoped_lock const lock(mutex_);
    if (auto const found = running_.find(key_of(id)); found != running_.end()) found->second->cancel();
  }

  void leave() noexcept { gone_ = true; }

  /// False if something is still at work then.
  bool await_all(Duration at_most) {
    std::unique_lock lock(mutex_);
    return ended_.wait_for(lock, at_most, [&] { return at_work_ == 0; });
  }

  void do_work(std::shared_ptr<Running> const& running) {
    queue_.await(running->ticket_);
    auto answer = running->cancelled() ? std::optional<Json>() : answer_of(*running);
    let_next(*running);
    forget(*running); // before the answer, after which the client may ask again
    settle(*running->batch_, running->cancelled() ? std::nullopt : std::move(answer));
    std::scoped_lock const lock(mutex_);
    --at_work_;
    running->done_ = true;
    ended_.notify_all();
  }

private:
  void forget(Running const& running) {
    std::scoped_lock const lock(mutex_);
    running_.erase(key_of(running.work_.id));
  }

  std::optional<Json> answer_of(Running& running) {
    auto const& work = running.work_;
    try {
      auto done = work_(work, running.revision_, call_of(running));
      if (auto* mistake = std::get_if<mcp::Mistake>(&done)) return mcp::answer(*mistake);
      return mcp::answer(work.id, std::get<Json>(std::move(done)));
    } catch (std::exception const& error) {
      return mcp::answer(mcp::Mistake{mcp::ErrorCode::internal, error.what(), work.id});
    }
  }

  ToolCall call_of(Running& running) {
    auto const begin = Monotonic::now();
    auto const report = [this, &running, begin](std::string_view message) {
      if (running.work_.progress_token.is_null() || running.cancelled()) return;
      auto const passed = std::chrono::duration<double>(Monotonic::now() - begin).count();
      Json params{{"progressToken", running.work_.progress_token}, {"progress", passed}};
      if (!message.empty()) params["message"] = message;
      write(mcp::notification("notifications/progress", std::move(params)));
    };
    return {.arguments = running.work_.arguments,
            .goes_on =
                [this, &running, report, next = begin + between_reports]() mutable {
                  if (gone_ || running.cancelled()) return false;
                  if (Monotonic::now() < next) return true;
                  next = Monotonic::now() + between_reports;
                  report("waiting");
                  return true;
                },
            .tell = report,
            .let_next = [this, &running] { let_next(running); }};
  }

  void let_next(Running& running) {
    if (std::exchange(running.acts_, false)) queue_.release();
  }

  DoWork work_;
  int out_;
  CallQueue queue_ = {};
  std::atomic<bool> gone_ = false;
  std::mutex writing_ = {};
  std::mutex mutex_ = {}; ///< of what follows, and of batches
  std::condition_variable ended_ = {};
  std::size_t at_work_ = 0;                                      ///< until their answers are written
  std::map<std::string, std::shared_ptr<Running>> running_ = {}; ///< by id
};

StdioServer::StdioServer(mcp::Offer offer, DoWork work, StdioEnds ends)
    : conversation_(std::move(offer)), ends_(ends),
      shared_(std::make_shared<Shared>(std::move(work), ends.out)) {}

StdioServer::~StdioServer() {
  shared_->leave();
}

void StdioServer::start(mcp::Work work, std::shared_ptr<Batch> const& batch) {
  auto const id = work.id;
  auto const running =
      std::make_shared<Running>(std::move(work), *conversation_.revision(), batch, CallQueue::Ticket());
  if (auto const mistake = shared_->begin(running))
    return shared_->settle(*batch, conversation_.refuse(*mistake));
  std::erase_if(threads_, [](Thread const& each) { return each.running->done_.load(); });
  try {
    threads_.push_back({running, std::jthread([shared = shared_, running] { shared->do_work(running); })});
  } catch (std::system_error const&) {
    shared_->do_work(running); // no thread is left: nothing else is heard meanwhile
  }
}

void StdioServer::take_step(mcp::Conversation::Step step, std::shared_ptr<Batch> const& batch) {
  if (auto* work = std::get_if<mcp::Work>(&step)) return start(std::move(*work), batch);
  if (auto const* cancelled = std::get_if<mcp::Cancelled>(&step)) shared_->cancel(cancelled->id);
  auto* answer = std::get_if<Json>(&step);
  shared_->settle(*batch, answer != nullptr ? std::optional(std::move(*answer)) : std::nullopt);
}

void StdioServer::take_line(mcp::TextLine const& line) {
  if (line.too_long)
    return shared_->write(conversation_.refuse(
        {mcp::ErrorCode::parse, fmt::format("a line has at most {} bytes", mcp::longest_line)}));
  auto const read = mcp::read_line(line.text);
  auto steps = conversation_.take(read);
  auto const batch = std::make_shared<Batch>();
  batch->missing = steps.size();
  batch->in_array = read.batch && conversation_.revision() && mcp::has_batches(*conversation_.revision());
  for (auto& step : steps)
    take_step(std::move(step), batch);
}

Result<StdioServer::End> StdioServer::run() {
  mcp::LineBuffer buffer(mcp::longest_line);
  std::array<char, std::size_t{64} << 10> part;
  for (bool open = true; open;) {
    auto const got = ::read(ends_.in, part.data(), part.size());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return fail(errno_error("read", "standard input"));
    open = got > 0;
    if (open)
      buffer.add({part.data(), static_cast<std::size_t>(got)});
    else
      buffer.end();
    while (auto const line = buffer.next())
      take_line(*line);
  }
  shared_->leave();
  if (shared_->await_all(patience_at_the_end)) return End::quiet;
  for (auto& each : threads_)
    each.thread.detach();
  return End::at_work;
}

} // namespace artifactd
