#include "state/platform/buffer_pool.hpp"

#include <algorithm>
#include <sys/mman.h>
#include <utility>

namespace artifactd {

namespace {

constexpr std::size_t granule = 64 * 1024; // avoids a reallocation each time a graph grows by an entry
constexpr std::size_t large_page = std::size_t{2} << 20;

/// Filling new memory in pages of 4 KiB takes longer than reading a file into it. Where the kernel has no
/// large pages, nothing changes.
void ask_for_large_pages(char* memory, std::size_t size) noexcept {
  void* begin = memory;
  if (std::align(large_page, large_page, begin, size) != nullptr)
    ::madvise(begin, size / large_page * large_page, MADV_HUGEPAGE);
}

} // namespace

Buffer::Buffer(Buffer&& other) noexcept
    : memory_(std::move(other.memory_)), capacity_(std::exchange(other.capacity_, 0)),
      length_(std::exchange(other.length_, 0)), pool_(std::exchange(other.pool_, nullptr)) {}

Buffer& Buffer::operator=(Buffer&& other) noexcept {
  std::swap(memory_, other.memory_);
  std::swap(capacity_, other.capacity_);
  std::swap(length_, other.length_);
  std::swap(pool_, other.pool_);
  return *this;
}

Buffer::~Buffer() {
  if (pool_ != nullptr && memory_) pool_->put_back(*this);
}

void BufferPool::make_room(std::size_t beside) noexcept {
  while (!idle_.empty() && idle_bytes_ + beside > keep_bytes_) {
    idle_bytes_ -= idle_.front().capacity_;
    idle_.erase(idle_.begin());
  }
}

void BufferPool::keep_at_most(std::size_t bytes) noexcept {
  std::scoped_lock lock(mutex_);
  keep_bytes_ = bytes;
  make_room(0);
}

Buffer BufferPool::take(std::size_t bytes) {
  auto const capacity = (bytes / granule + 1) * granule;
  {
    std::scoped_lock lock(mutex_);
    auto fitting = std::ranges::find_if(idle_, [&](Buffer const& each) { return each.capacity_ >= bytes; });
    if (fitting != idle_.end()) {
      auto buffer = std::move(*fitting);
      idle_.erase(fitting);
      idle_bytes_ -= buffer.capacity_;
      buffer.pool_ = this;
      return buffer;
    }
    make_room(capacity);
  }
  Buffer buffer;
  buffer.capacity_ = capacity;
  buffer.memory_ = std::make_unique_for_overwrite<char[]>(buffer.capacity_);
  ask_for_large_pages(buffer.memory_.get(), buffer.capacity_);
  buffer.pool_ = this;
  return buffer;
}

void BufferPool::put_back(Buffer& buffer) noexcept {
  std::scoped_lock lock(mutex_);
  buffer.pool_ = nullptr;
  buffer.length_ = 0;
  if (idle_bytes_ + buffer.capacity_ > keep_bytes_) return;
  try {
    idle_.reserve(idle_.size() + 1);
  } catch (...) {
    return; // no memory to keep it: it is freed
  }
  idle_bytes_ += buffer.capacity_;
  auto after =
      std::ranges::find_if(idle_, [&](Buffer const& each) { return each.capacity_ >= buffer.capacity_; });
  idle_.insert(after, std::move(buffer)); // smallest first, so take() finds the best fit
}

std::size_t BufferPool::idle() const noexcept {
  std::scoped_lock lock(mutex_);
  return idle_bytes_;
}

void BufferPool::trim() noexcept {
  std::vector<Buffer> freed;
  std::scoped_lock lock(mutex_);
  freed.swap(idle_);
  idle_bytes_ = 0;
}

} // namespace artifactd
