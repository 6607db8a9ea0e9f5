#include "agents/state/fix_backup.hpp"
#include "state/platform/stamp.hpp"
#include "tests/daemon/backup/made_archive.hpp"

namespace artifactd::backup {
namespace {

class RestoredState : public MadeArchive {};

TEST_F(RestoredState, BindsRecordsOfFixesToTheRestoredSession) {
  begin();
  for (auto const* path :
       {"root", "root/s", "root/s/backups", "root/s/backups/before-1", "state", "state/fixes"})
    add(folder(path));
  add(file("state/fixes/" + fix_record_name(7, 8, "backups/before-1")), "record");
  add(file("state/fixes/other.cbor"), "other");
  manifest_.sessions = {{"root", "s", 7, 8}};
  end();
  ASSERT_EQ(refusal(), "");
  auto const stamp = stamp_at(AT_FDCWD, (place() / "root/s").string());
  ASSERT_TRUE(stamp);
  auto const now = fix_record_name(stamp->inode, stamp->birth_ns, "backups/before-1");
  EXPECT_EQ(scratch.read("a/place/state/fixes/" + now), "record");
  EXPECT_EQ(scratch.read("a/place/state/fixes/other.cbor"), "other");
  EXPECT_EQ(written().size(), 2U);
}

TEST_F(RestoredState, IsWithoutDatabasesThatAreEmpty) {
  begin();
  add(folder("state"));
  for (auto const* name : {"journal.db", "turns.db", "plays.db", "reports.db"})
    add(file(std::string("state/") + name), "");
  end();
  auto const verified = verify_backup(file_.get(), {1 << 20, 64}, {});
  ASSERT_TRUE(verified) << verified.error().message;
  EXPECT_TRUE(verified->damaged.empty());
  EXPECT_EQ(refusal(), "");
  EXPECT_TRUE(written().empty());
}

} // namespace
} // namespace artifactd::backup
