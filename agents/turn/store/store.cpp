#include "agents/turn/store/store.hpp"

#include "agents/turn/store/rows/schema.hpp"
#include "state/database/postgres_url.hpp"

namespace artifactd::turn {

struct Store::Files {
  std::string place;
  Connection writing;
  Connection reading;
  std::shared_ptr<AttemptLocks> locks;
};

Store::Store(std::unique_ptr<Files> files) noexcept : files_(std::move(files)) {}
Store::Store(Store&&) noexcept = default;
Store::~Store() {
  if (files_) as_self([this] { files_.reset(); }); // the last to close it removes files
}

Result<Store> Store::open(std::string const& place) {
  if (postgres::is_url(place)) return open_server(place);
  return answer_as_self([&] { return open_file(place); });
}

Result<Store> Store::open_file(std::string const& path) {
  auto writing = TRY(open_stories(path));
  auto reading = TRY(open_stories_to_read(path));
  // NOLINTNEXTLINE(modernize-make-unique): mutexes do not move
  return Store(std::unique_ptr<Files>(new Files{.place = path,
                                                .writing = Connection(Database(std::move(writing))),
                                                .reading = Connection(Database(std::move(reading))),
                                                .locks = nullptr}));
}

Result<Store> Store::open_server(std::string const& url) {
  TRY(postgres::check_url(url));
  auto writing = TRY(ServerDatabase::open(url));
  auto reading = TRY(ServerDatabase::open(url));
  // NOLINTNEXTLINE(modernize-make-unique): mutexes do not move
  return Store(std::unique_ptr<Files>(new Files{.place = url,
                                                .writing = Connection(Database(std::move(writing))),
                                                .reading = Connection(Database(std::move(reading))),
                                                .locks = std::make_shared<AttemptLocks>(url)}));
}

std::string const& Store::place() const noexcept {
  return files_->place;
}

std::shared_ptr<AttemptLocks> const& Store::attempt_locks() const noexcept {
  return files_->locks;
}

Store::Connection& Store::reader() const noexcept {
  return files_->reading;
}

Store::Connection& Store::writer() const noexcept {
  return files_->writing;
}

Result<void> Store::compact() const {
  if (!writer().database.is_file()) return {};
  std::scoped_lock const lock(writer().mutex, reader().mutex);
  return answer_as_self([&]() -> Result<void> {
    auto const busy = TRY(writer().database.number("PRAGMA wal_checkpoint(TRUNCATE)"));
    if (busy != 0) return fail(Fault::busy, files_->place + ": a reader still uses what was deleted");
    return {};
  });
}

} // namespace artifactd::turn
