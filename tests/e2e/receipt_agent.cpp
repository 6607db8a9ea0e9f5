#include "tests/e2e/receipt_agent.hpp"

#include "tests/e2e/eventually.hpp"

#include <array>
#include <cerrno>
#include <fcntl.h>
#include <poll.h>
#include <stdexcept>
#include <sys/file.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <unistd.h>

namespace artifactd::test {

namespace fs = std::filesystem;

namespace {

bool is_left(fs::path const& path) {
  struct stat status{};
  if (::lstat(path.c_str(), &status) == 0) return true;
  if (errno != ENOENT) throw std::system_error(errno, std::generic_category(), path.string());
  return false;
}

/// A lock shared by readers; a settling holds it exclusively.
class SharedLook {
public:
  explicit SharedLook(fs::path const& directory)
      : fd_(::open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)) {
    while (::flock(fd_, LOCK_SH) < 0)
      if (errno != EINTR) throw std::system_error(errno, std::generic_category(), "flock");
  }
  ~SharedLook() { ::close(fd_); }
  SharedLook(SharedLook const&) = delete;
  SharedLook& operator=(SharedLook const&) = delete;

private:
  int fd_;
};

} // namespace

ReceiptAgent::ReceiptAgent(SessionDir session, std::string name, Watching watching, unsigned seed)
    : session_(std::move(session)), name_(std::move(name)), random_(seed) {
  fs::create_directories(session_ / ("artifacts/" + name_));
  if (watching == Watching::polling) return;
  events_ = ::inotify_init1(IN_CLOEXEC | IN_NONBLOCK);
  if (::inotify_add_watch(events_, session_.path().c_str(), IN_MOVE | IN_CREATE | IN_DELETE) < 0)
    throw std::system_error(errno, std::generic_category(), "inotify_add_watch");
}

ReceiptAgent::~ReceiptAgent() {
  if (events_ >= 0) ::close(events_);
}

void ReceiptAgent::submit_and_wait() {
  write_work();
  drop();
  judge(await_verdict());
}

void ReceiptAgent::submit_twice() {
  write_work();
  drop();
  auto const pause = std::uniform_int_distribution(0, 8000)(random_);
  std::this_thread::sleep_for(std::chrono::microseconds(pause)); // hits a random moment of the settling
  write_work();
  drop();
  judge(await_verdict_under_lock());
}

/// Each round uses its own file name, so that instructions show which round they are about.
void ReceiptAgent::write_work() {
  auto const directory = session_ / ("artifacts/" + name_);
  auto const former = "r" + std::to_string(round_) + ".json";
  ++round_;
  good_ = chance(50);
  auto const file = "r" + std::to_string(round_) + ".json";
  session_.write("work-of-" + name_, R"({"round": )" + std::to_string(round_) + (good_ ? "}" : ",}"));
  fs::rename(session_ / ("work-of-" + name_), directory / file);
  fs::remove(directory / former);
}

void ReceiptAgent::drop() {
  auto const lock = session_ / (name_ + ".kg.lock");
  if (is_left(lock.string() + ".error") && chance(66)) return drop_beside_error();
  if (chance(50)) return session_.write(name_ + ".kg.lock", "");
  session_.write("signal-of-" + name_, "");
  fs::rename(session_ / ("signal-of-" + name_), lock);
}

void ReceiptAgent::drop_beside_error() {
  auto const lock = session_ / (name_ + ".kg.lock");
  auto const error = lock.string() + ".error";
  std::error_code settled_meanwhile; // an earlier settling may have moved or removed it
  if (chance(50)) {
    fs::rename(error, lock, settled_meanwhile);
    if (!settled_meanwhile) return;
  }
  fs::remove(error, settled_meanwhile);
  session_.write(name_ + ".kg.lock", "");
}

void ReceiptAgent::wait_for_event() const {
  if (events_ < 0) return std::this_thread::yield();
  pollfd waiting{events_, POLLIN, 0};
  ::poll(&waiting, 1, 1000);
  std::array<char, 16384> told{};
  while (::read(events_, told.data(), told.size()) > 0)
    ;
}

void ReceiptAgent::wait_until_gone() const {
  auto const deadline = std::chrono::steady_clock::now() + patience;
  while (is_left(session_ / (name_ + ".kg.lock"))) {
    wait_for_event();
    if (std::chrono::steady_clock::now() > deadline)
      throw std::runtime_error(name_ + " waits for the verdict on round " + std::to_string(round_));
  }
}

ReceiptAgent::Verdict ReceiptAgent::await_verdict() const {
  wait_until_gone();
  return is_left(session_ / (name_ + ".kg.lock.error")) ? Verdict::refused : Verdict::accepted;
}

ReceiptAgent::Verdict ReceiptAgent::await_verdict_under_lock() const {
  for (;;) {
    wait_until_gone();
    SharedLook const look(session_.path());
    if (is_left(session_ / (name_ + ".kg.lock"))) continue;
    return is_left(session_ / (name_ + ".kg.lock.error")) ? Verdict::refused : Verdict::accepted;
  }
}

void ReceiptAgent::judge(Verdict verdict) {
  ++(verdict == Verdict::accepted ? accepted_ : refused_);
  auto const text = session_.text(name_ + ".retry-instructions.json");
  if (verdict == Verdict::refused) {
    if (good_) return blame("good work looks refused");
    if (!text.contains("r" + std::to_string(round_) + ".json"))
      blame("the instructions are of another round");
    return;
  }
  if (!good_) return blame("bad work looks accepted");
  if (!text.empty()) blame("accepted, and instructions stand");
  auto const graph = session_.graph();
  if (!graph.is_object() || !graph.contains(name_) || graph[name_].value("round", 0) != round_)
    blame("accepted, and not in the graph");
}

void ReceiptAgent::blame(std::string const& what) {
  wrong_.push_back(name_ + ", round " + std::to_string(round_) + ": " + what);
}

bool ReceiptAgent::chance(int percent) {
  return std::uniform_int_distribution(1, 100)(random_) <= percent;
}

} // namespace artifactd::test
