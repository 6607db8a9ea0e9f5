// Reuses large byte buffers. A fresh allocation per merge costs twice the merge at 90 MB (page faults), so
// the buffer of one graph serves the next; trim() frees unused memory.
#pragma once

#include <cstddef>
#include <memory>
#include <mutex>
#include <string_view>
#include <vector>

namespace artifactd {

class BufferPool;

/// A borrowed block of memory with a filled length; returns itself to its pool.
class Buffer {
public:
  Buffer() noexcept = default;
  Buffer(Buffer&& other) noexcept;
  Buffer& operator=(Buffer&& other) noexcept;
  ~Buffer();

  [[nodiscard]] char* data() noexcept { return memory_.get(); }
  [[nodiscard]] std::size_t capacity() const noexcept { return capacity_; }
  void set_length(std::size_t length) noexcept { length_ = length; }
  [[nodiscard]] std::string_view view() const noexcept { return {memory_.get(), length_}; }

private:
  friend class BufferPool;
  std::unique_ptr<char[]> memory_;
  std::size_t capacity_ = 0;
  std::size_t length_ = 0;
  BufferPool* pool_ = nullptr;
};

/// Thread-safe. Keeps at most `keep_bytes` of idle memory. Must outlive its buffers.
class BufferPool {
public:
  explicit BufferPool(std::size_t keep_bytes = std::size_t{256} << 20) : keep_bytes_(keep_bytes) {}

  /// From now on; what is idle beyond it is freed.
  void keep_at_most(std::size_t bytes) noexcept;

  /// A buffer of at least `bytes`; a new one takes the place of idle ones that are too small. Throws
  /// std::bad_alloc if memory is exhausted.
  [[nodiscard]] Buffer take(std::size_t bytes);

  /// Bytes of memory that nobody uses at present.
  [[nodiscard]] std::size_t idle() const noexcept;

  /// Frees all idle memory; called when nothing has been settled for a while.
  void trim() noexcept;

private:
  friend class Buffer;
  void put_back(Buffer& buffer) noexcept;
  void make_room(std::size_t beside) noexcept; ///< needs mutex_

  mutable std::mutex mutex_;
  std::vector<Buffer> idle_;
  std::size_t idle_bytes_ = 0;
  std::size_t keep_bytes_; ///< guarded by mutex_
};

} // namespace artifactd
