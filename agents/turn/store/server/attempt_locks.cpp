#include "agents/turn/store/server/attempt_locks.hpp"

#include "state/platform/digest.hpp"

#include <bit>
#include <tuple>

namespace artifactd::turn {

namespace {

constexpr auto half = 32;

/// The key that identifies the lock in PostgreSQL.
std::int64_t key_of(std::string const& attempt_id) {
  auto const digest = sha256(attempt_id);
  std::uint64_t key = 0;
  for (std::size_t at = 0; at < sizeof key; ++at)
    key = key << 8 | digest[at];
  return std::bit_cast<std::int64_t>(key);
}

} // namespace

class AttemptLocks::Held {
public:
  Held(std::shared_ptr<AttemptLocks> locks, std::int64_t key) : locks_(std::move(locks)), key_(key) {}
  ~Held() { locks_->release(key_); }
  Held(Held const&) = delete;
  Held& operator=(Held const&) = delete;

private:
  std::shared_ptr<AttemptLocks> locks_;
  std::int64_t key_;
};

Result<bool> AttemptLocks::is_connected() {
  if (connection_.is_lost()) return false;
  auto const answer = TRY(connection_.get())->number("SELECT 1");
  if (!answer && !connection_.is_lost()) return fail(answer.error());
  return answer.has_value();
}

Result<bool> AttemptLocks::try_lock(std::int64_t key) {
  if (!TRY(is_connected()))
    for (auto& [each, wanted] : wanted_)
      wanted.is_held = false;
  auto statement = TRY(connection_.ready())->prepare("SELECT CAST(pg_try_advisory_lock(?) AS int)");
  statement.bind(1, key);
  if (!TRY(statement.step()) || statement.number(0) == 0) return false;
  wanted_[key].is_held = true;
  return true;
}

Result<std::shared_ptr<void const>> AttemptLocks::take(std::string const& attempt_id) {
  auto const key = key_of(attempt_id);
  std::scoped_lock const lock(mutex_);
  // The server would grant it to one connection twice, and then expect two unlocks.
  auto const found = wanted_.find(key);
  auto const is_held = found != wanted_.end() && TRY(is_connected()) && found->second.is_held;
  if (!is_held && !TRY(try_lock(key))) return fail(Fault::busy, "another process plays the turn");
  ++wanted_[key].times;
  return std::make_shared<Held const>(shared_from_this(), key);
}

Result<void> AttemptLocks::keep(std::string const& attempt_id) {
  auto const key = key_of(attempt_id);
  std::scoped_lock const lock(mutex_);
  auto const found = wanted_.find(key);
  if (found == wanted_.end()) return {};
  if ((TRY(is_connected()) && found->second.is_held) || TRY(try_lock(key))) return {};
  return fail(Fault::changed, "the connection was lost, and another process plays the turn now");
}

void AttemptLocks::release(std::int64_t key) noexcept {
  std::scoped_lock const lock(mutex_);
  auto const found = wanted_.find(key);
  if (found == wanted_.end() || --found->second.times > 0) return;
  auto const is_held = found->second.is_held && !connection_.is_lost();
  wanted_.erase(found);
  if (!is_held) return;
  auto const connection = connection_.get();
  if (!connection) return;
  auto statement = (*connection)->prepare("SELECT pg_advisory_unlock(?)");
  statement.bind(1, key);
  std::ignore = statement.run(); // a lost connection has already released it
}

Result<bool> is_locked(Database& database, std::string const& attempt_id) {
  auto const key = std::bit_cast<std::uint64_t>(key_of(attempt_id));
  auto statement = TRY(
      database.prepare("SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND granted AND objsubid = 1 AND "
                       "CAST(classid AS bigint) = ? AND CAST(objid AS bigint) = ? AND "
                       "database = (SELECT oid FROM pg_database WHERE datname = current_database())"));
  statement.bind(1, static_cast<std::int64_t>(key >> half));
  statement.bind(2, static_cast<std::int64_t>(key & UINT32_MAX));
  return statement.step();
}

} // namespace artifactd::turn
