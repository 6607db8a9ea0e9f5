#include "agents/turn/store/store.hpp"

#include "agents/turn/store/schema.hpp"

namespace artifactd::turn {

struct Store::Files {
  std::string path;
  Connection writing;
  Connection reading;
};

Store::Store(std::unique_ptr<Files> files) noexcept : files_(std::move(files)) {}
Store::Store(Store&&) noexcept = default;
Store::~Store() {
  if (files_) as_self([this] { files_.reset(); }); // the last to close it removes files
}

Result<Store> Store::open(std::string const& path) {
  return answer_as_self([&]() -> Result<Store> {
    auto writing = TRY(open_stories(path));
    auto reading = TRY(open_stories_to_read(path));
    return Store(std::unique_ptr<Files>(new Files{
        .path = path, .writing = Connection(std::move(writing)), .reading = Connection(std::move(reading))}));
  });
}

std::string const& Store::path() const noexcept {
  return files_->path;
}

Store::Connection& Store::reader() const noexcept {
  return files_->reading;
}

Store::Connection& Store::writer() const noexcept {
  return files_->writing;
}

Result<void> Store::compact() const {
  std::scoped_lock const lock(writer().mutex, reader().mutex);
  return answer_as_self([&]() -> Result<void> {
    auto const busy = TRY(writer().database.number("PRAGMA wal_checkpoint(TRUNCATE)"));
    if (busy != 0) return fail(Fault::busy, files_->path + ": somebody reads what was deleted");
    return {};
  });
}

} // namespace artifactd::turn
