#include "daemon/status/status_board.hpp"

#include "daemon/status/board_layout.hpp"
#include "state/platform/clock.hpp"
#include "state/platform/fd.hpp"
#include "state/platform/identity.hpp"
#include "state/platform/private_directory.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <boost/interprocess/file_mapping.hpp>
#include <boost/interprocess/mapped_region.hpp>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstddef>
#include <cstring>
#include <fcntl.h>
#include <fmt/core.h>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

namespace artifactd {

namespace ipc = boost::interprocess;

namespace {

using Cell = std::atomic_ref<std::uint64_t>;

// A write takes microseconds: if a board keeps changing for this long, its writer died.
constexpr auto copy_patience = std::chrono::milliseconds(200);

Result<ipc::mapped_region> map(std::string const& path, ipc::mode_t mode) {
  try {
    ipc::file_mapping file(path.c_str(), mode);
    return ipc::mapped_region(file, mode, 0, sizeof(board::File));
  } catch (ipc::interprocess_exception const& error) {
    return fail(errno_error("map", path, error.get_native_error()));
  }
}

/// A file of the right size under a private name. Its blocks are allocated before it is mapped: a full file
/// system is an error here, not a SIGBUS at the first write.
Result<void> make_board_file(std::string const& path) {
  ::unlink(path.c_str());
  UniqueFd fd(::open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0644));
  if (!fd) return fail(errno_error("create", path));
  if (int code = ::posix_fallocate(fd.get(), 0, sizeof(board::File)); code != 0)
    return fail(errno_error("allocate", path, code));
  if (::fchmod(fd.get(), 0644) < 0) return fail(errno_error("chmod", path));
  return {};
}

Result<void> check_file(std::string const& path) {
  struct stat status{};
  if (::stat(path.c_str(), &status) < 0) return fail(errno_error("stat", path));
  if (!S_ISREG(status.st_mode) || static_cast<std::size_t>(status.st_size) < sizeof(board::File))
    return fail(Fault::invalid, path + ": not a status board of this version of artifactd");
  return {};
}

/// One attempt at a copy of the rows in use: false if the writer was at work. A reader that sees a word of
/// the next board (release, acquire) also sees that its sequence number became odd before.
bool copy(board::File& file, board::Content& content) noexcept {
  auto before = Cell(file.sequence).load(std::memory_order_acquire);
  if (before % 2 != 0) return false;
  auto* const bytes = reinterpret_cast<unsigned char*>(&content);
  auto const take = [&](std::size_t from, std::size_t end) {
    for (auto i = from; i < end; ++i) {
      auto const word = Cell(file.words[i]).load(std::memory_order_acquire);
      std::memcpy(bytes + i * sizeof word, &word, sizeof word);
    }
  };
  constexpr auto first_row = offsetof(board::Content, stuck) / sizeof(std::uint64_t);
  take(0, first_row);
  take(first_row, content.words_used());
  return Cell(file.sequence).load(std::memory_order_relaxed) == before;
}

} // namespace

struct StatusBoard::Mapping {
  std::string path;
  Stamp file_stamp;
  std::uint64_t writer_start = 0; ///< of the process that made it; nobody else writes it
  ipc::mapped_region region;
  board::Content content{};

  [[nodiscard]] board::File& file() const { return *static_cast<board::File*>(region.get_address()); }
};

Result<StatusBoard> StatusBoard::create(std::string const& path) {
  auto fresh = path + ".new";
  TRY(make_board_file(fresh));
  auto mapping = std::make_unique<Mapping>();
  mapping->path = path;
  mapping->file_stamp = TRY(stamp_at(AT_FDCWD, fresh));
  mapping->region = TRY(map(fresh, ipc::read_write));
  mapping->file().magic = board::magic;
  mapping->file().layout = board::layout;
  mapping->writer_start = process_start(::getpid());
  if (::rename(fresh.c_str(), path.c_str()) < 0) return fail(errno_error("rename", path));
  return StatusBoard(std::move(mapping));
}

Result<void> StatusBoard::keep_in_place() {
  auto const now = stamp_at(AT_FDCWD, mapping_->path);
  if (now && same_file(*now, mapping_->file_stamp)) return {};
  if (auto const other = now ? read_board(mapping_->path) : fail(Fault::missing, "");
      other && other->pid != ::getpid() && writer_alive(*other))
    return fail(Fault::busy,
                fmt::format("{}: another artifactd (pid {}) publishes its status there: give this "
                            "one a runtime_dir of its own",
                            mapping_->path, other->pid));
  TRY(make_private_directory(split_path(mapping_->path).parent, for_passing));
  *this = TRY(create(mapping_->path));
  return {};
}

void StatusBoard::write(Board const& board) noexcept {
  auto& content = mapping_->content;
  board::fill(content, board);
  content.pid = ::getpid();
  content.process_start = mapping_->writer_start;
  content.updated_ns = wall_now_ns();
  auto& file = mapping_->file();
  auto const* words = reinterpret_cast<unsigned char const*>(&content);
  auto sequence = Cell(file.sequence).load(std::memory_order_relaxed);
  Cell(file.sequence).store(sequence + 1, std::memory_order_relaxed);
  for (std::size_t i = 0; i < content.words_used(); ++i) {
    std::uint64_t word;
    std::memcpy(&word, words + i * sizeof word, sizeof word);
    Cell(file.words[i]).store(word, std::memory_order_release);
  }
  Cell(file.sequence).store(sequence + 2, std::memory_order_release);
}

StatusBoard::StatusBoard(std::unique_ptr<Mapping> mapping) noexcept : mapping_(std::move(mapping)) {}
StatusBoard::StatusBoard(StatusBoard&&) noexcept = default;
StatusBoard& StatusBoard::operator=(StatusBoard&&) noexcept = default;
StatusBoard::~StatusBoard() = default;

Result<Board> read_board(std::string const& path) {
  auto region = TRY(answer_as_self([&]() -> Result<ipc::mapped_region> {
    TRY(check_file(path));
    return map(path, ipc::read_only);
  }));
  // Never written through: atomic_ref has no form for const yet.
  auto& file = *static_cast<board::File*>(region.get_address());
  if (file.magic != board::magic || file.layout != board::layout)
    return fail(Fault::invalid, path + ": not a status board of this version of artifactd");
  auto content = std::make_unique_for_overwrite<board::Content>();
  auto deadline = Monotonic::now() + copy_patience;
  while (!copy(file, *content)) {
    if (Monotonic::now() > deadline)
      return fail(Fault::busy, path + ": its writer stopped in the middle of writing");
    std::this_thread::yield();
  }
  if (Cell(file.sequence).load(std::memory_order_relaxed) == 0)
    return fail(Fault::busy, path + ": nothing has been written to it yet");
  auto board = board::board_of(*content);
  if (!board) return fail(std::move(board).error().within(path));
  return board;
}

std::string_view health_word(Board::Health health) noexcept {
  switch (health) {
  case Board::Health::ok:
    return "ok";
  case Board::Health::degraded:
    return "degraded";
  case Board::Health::stopping:
    return "stopping";
  }
  return "degraded";
}

bool writer_alive(Board const& board) noexcept {
  if (board.pid <= 0) return false;
  if (board.process_start != 0) return process_start(board.pid) == board.process_start;
  return ::kill(board.pid, 0) == 0 || errno == EPERM; // no /proc when it was written
}

std::uint64_t process_start(pid_t pid) noexcept {
  std::array<char, 64> path{"/proc/"};
  auto* const end = std::to_chars(path.data() + 6, path.data() + 32, pid).ptr;
  std::ranges::copy(std::string_view("/stat"), end);
  UniqueFd fd(::open(path.data(), O_RDONLY | O_CLOEXEC));
  std::array<char, 1024> text{};
  auto size = fd ? ::read(fd.get(), text.data(), text.size()) : -1;
  if (size <= 0) return 0;
  std::string_view rest(text.data(), static_cast<std::size_t>(size));
  // The command name in parentheses may contain anything; field 22 is the 20th after it.
  auto name_end = rest.rfind(')');
  if (name_end == rest.npos) return 0;
  rest.remove_prefix(name_end + 1);
  for (int field = 2; field < 22 && !rest.empty(); ++field) {
    auto space = rest.find(' ');
    rest.remove_prefix(space == rest.npos ? rest.size() : space + 1);
  }
  std::uint64_t ticks = 0;
  std::from_chars(rest.data(), rest.data() + rest.size(), ticks);
  return ticks;
}

} // namespace artifactd
