#include "state/database/log_writes.hpp"

#include <algorithm>
#include <cstring>
#include <new>
#include <stdexcept>
#include <utility>

namespace artifactd::sqlite {

namespace {

constexpr auto vfs_name = "artifactd";
constexpr std::size_t frame_header = 24; ///< https://www.sqlite.org/fileformat2.html#walformat

thread_local LogWrites* gathering = nullptr;

/// The log as SQLite sees it. The usual file system's own file is right behind it.
struct Log {
  sqlite3_file seen;
};

sqlite3_file& usual(sqlite3_file* seen) noexcept {
  return *std::launder(reinterpret_cast<sqlite3_file*>(reinterpret_cast<Log*>(seen) + 1));
}

sqlite3_io_methods const& methods(sqlite3_file* seen) noexcept {
  return *usual(seen).pMethods;
}

int write_out_gathered() noexcept {
  return gathering == nullptr ? SQLITE_OK : gathering->write_out();
}

/// Calls `Method` of the usual file when all that was written before is in it.
template <auto Method, class... Arguments>
int after_writes(sqlite3_file* seen, Arguments... arguments) {
  auto const code = write_out_gathered();
  return code != SQLITE_OK ? code : (methods(seen).*Method)(&usual(seen), arguments...);
}

template <auto Method, class... Arguments>
int passed_on(sqlite3_file* seen, Arguments... arguments) {
  return (methods(seen).*Method)(&usual(seen), arguments...);
}

int write(sqlite3_file* seen, void const* bytes, int size, sqlite3_int64 at) {
  if (gathering == nullptr) return methods(seen).xWrite(&usual(seen), bytes, size, at);
  return gathering->add(usual(seen), {static_cast<char const*>(bytes), static_cast<std::size_t>(size)}, at);
}

int read(sqlite3_file* seen, void* bytes, int size, sqlite3_int64 at) {
  if (gathering != nullptr)
    if (auto const code = gathering->stop(); code != SQLITE_OK) return code;
  return methods(seen).xRead(&usual(seen), bytes, size, at);
}

using Methods = sqlite3_io_methods;

constexpr Methods log_methods{
    .iVersion = 1, // a log needs no shared memory, which is the database's
    .xClose = after_writes<&Methods::xClose>,
    .xRead = read,
    .xWrite = write,
    .xTruncate = after_writes<&Methods::xTruncate, sqlite3_int64>,
    .xSync = after_writes<&Methods::xSync, int>,
    .xFileSize = after_writes<&Methods::xFileSize, sqlite3_int64*>,
    .xLock = passed_on<&Methods::xLock, int>,
    .xUnlock = passed_on<&Methods::xUnlock, int>,
    .xCheckReservedLock = passed_on<&Methods::xCheckReservedLock, int*>,
    .xFileControl = after_writes<&Methods::xFileControl, int, void*>,
    .xSectorSize = passed_on<&Methods::xSectorSize>,
    .xDeviceCharacteristics = passed_on<&Methods::xDeviceCharacteristics>,
    .xShmMap = nullptr,
    .xShmLock = nullptr,
    .xShmBarrier = nullptr,
    .xShmUnmap = nullptr,
    .xFetch = nullptr,
    .xUnfetch = nullptr,
};

struct FileSystem {
  sqlite3_vfs* usual = nullptr;
  sqlite3_vfs ours{};
};

FileSystem& file_system() noexcept {
  static FileSystem it;
  return it;
}

int open(sqlite3_vfs* /*ours*/, char const* path, sqlite3_file* file, int flags, int* out) {
  auto* const usual_system = file_system().usual;
  if (usual_system == nullptr) return SQLITE_ERROR; // not registered
  if ((flags & SQLITE_OPEN_WAL) == 0) return usual_system->xOpen(usual_system, path, file, flags, out);
  file->pMethods = nullptr;
  auto& log = usual(file);
  log.pMethods = nullptr;
  auto const code = usual_system->xOpen(usual_system, path, &log, flags, out);
  if (log.pMethods != nullptr) file->pMethods = &log_methods; // to be closed, even if opening failed
  return code;
}

bool registered() {
  auto& [usual, ours] = file_system();
  usual = sqlite3_vfs_find(nullptr);
  if (usual == nullptr) return false;
  ours = *usual;
  ours.zName = vfs_name;
  ours.pNext = nullptr;
  ours.szOsFile += static_cast<int>(sizeof(Log));
  ours.xOpen = open;
  return sqlite3_vfs_register(&ours, 0) == SQLITE_OK;
}

} // namespace

char const* log_writing_files() {
  static bool const known = registered();
  if (!known) throw std::runtime_error("SQLite accepts no file system of ours");
  return vfs_name;
}

// NOLINTNEXTLINE(cppcoreguidelines-pro-type-member-init): see bytes_
LogWrites::LogWrites() noexcept {
  gathering = this;
}

LogWrites::~LogWrites() {
  gathering = nullptr;
}

int LogWrites::add(sqlite3_file& log, std::span<char const> bytes, sqlite3_int64 at) noexcept {
  if (stopped_) return log.pMethods->xWrite(&log, bytes.data(), static_cast<int>(bytes.size()), at);
  auto const follows = log_ == &log && at == begin_ + static_cast<sqlite3_int64>(size_);
  if (!follows || size_ + bytes.size() > bytes_.size()) {
    if (auto const code = write_out(); code != SQLITE_OK) return code;
    log_ = &log;
    begin_ = at;
  }
  if (bytes.size() > bytes_.size())
    return log.pMethods->xWrite(&log, bytes.data(), static_cast<int>(bytes.size()), at);
  std::memcpy(bytes_.data() + size_, bytes.data(), bytes.size()); // std::ranges::copy takes byte by byte
  size_ += bytes.size();
  // The header of a commit's last page holds the size of the database, that of others 0.
  if (bytes.size() == frame_header) {
    ends_the_commit_ = std::ranges::any_of(bytes.subspan(4, 4), [](char each) { return each != 0; });
    return SQLITE_OK;
  }
  return ends_the_commit_ ? write_out() : SQLITE_OK;
}

int LogWrites::stop() noexcept {
  stopped_ = true;
  return write_out();
}

int LogWrites::write_out() noexcept {
  if (size_ == 0) return SQLITE_OK;
  auto const size = std::exchange(size_, 0);
  return log_->pMethods->xWrite(log_, bytes_.data(), static_cast<int>(size), begin_);
}

} // namespace artifactd::sqlite
