#include "agents/turn/store/store.hpp"

#include "agents/turn/store/rows/schema.hpp"
#include "state/database/postgres_url.hpp"

#include <fcntl.h>

namespace artifactd::turn {

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
                                                .locks = nullptr,
                                                .file = TRY(stamp_at(AT_FDCWD, path))}));
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

Result<bool> Store::is_in_place() const {
  if (!files_->file) return true;
  auto const now = answer_as_self([this] { return stamp_at(AT_FDCWD, files_->place); });
  if (now) return same_file(*now, *files_->file);
  if (now.error().fault != Fault::missing) return fail(now.error());
  return fail(Fault::io, files_->place +
                             ": it was removed while artifactd has it open, or its directory was. "
                             "Put it back, or restart artifactd: then there are no stories");
}

Result<void> Store::compact() const {
  auto& [place, writing, reading, locks, file] = *files_;
  if (!writing.database.is_file()) return {};
  std::scoped_lock const lock(writing.mutex, reading.mutex);
  return answer_as_self([&]() -> Result<void> {
    auto const busy = TRY(writing.database.number("PRAGMA wal_checkpoint(TRUNCATE)"));
    if (busy != 0) return fail(Fault::busy, place + ": a reader still uses what was deleted");
    return {};
  });
}

} // namespace artifactd::turn
