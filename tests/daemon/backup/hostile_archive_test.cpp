// Archives that nobody's `backup` made: whatever they say, nothing is written outside of the directory.
#include "tests/daemon/backup/made_archive.hpp"

#include <archive.h>
#include <archive_entry.h>
#include <gmock/gmock.h>
#include <sys/stat.h>
#include <unistd.h>

namespace artifactd::backup {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

class HostileArchive : public MadeArchive {};

TEST_F(HostileArchive, IsRestoredIfItOnlyLooksStrange) {
  begin();
  add(folder("root"));
  add(file(std::string("root/\xff\n \"\\", 10)));
  add(file("root/" + std::string(255, 'n')));
  add(file("root/gr\xc3\xb6\xc3\x9f"
           "e " +
           std::string(200, '\xff')));
  add(file("root/\xe6\x97\xa5"));
  end();
  EXPECT_EQ(refusal(), "");
  EXPECT_EQ(written().size(), 4U);
}

TEST_F(HostileArchive, WritesNothingOutside) {
  for (auto const* path :
       {"../x", "/tmp/artifactd-hostile", "root/../../x", "root/./x", "other/x", "root//x"}) {
    begin();
    add(folder("root"));
    add(file(path));
    end();
    EXPECT_THAT(refusal(), HasSubstr("manifest is damaged")) << path;
    EXPECT_THAT(written(), testing::IsEmpty()) << path;
    EXPECT_FALSE(fs::exists("/tmp/artifactd-hostile"));
  }
}

TEST_F(HostileArchive, WithAMemberThatTheManifestDoesNotNameIsRefused) {
  begin();
  add(folder("root"));
  add(file("../x"), "text", false);
  end();
  EXPECT_THAT(refusal(), HasSubstr("not in its manifest"));
  EXPECT_THAT(written(), testing::IsEmpty());
}

TEST_F(HostileArchive, WithoutAMemberThatTheManifestNamesIsRefused) {
  begin();
  add(folder("root"));
  manifest_.entries.push_back({.path = "root/x", .size = 1, .sha256 = std::string(64, '0')});
  end();
  EXPECT_THAT(refusal(), HasSubstr("root/x is missing"));
}

TEST_F(HostileArchive, WithTheSameMemberTwiceIsRefused) {
  begin();
  add(folder("root"));
  add(file("root/x"));
  add(file("root/x"), "other", false);
  end();
  EXPECT_THAT(refusal(), HasSubstr("twice"));
}

TEST_F(HostileArchive, WithAnotherContentThanTheManifestSaysIsRefused) {
  begin();
  add(folder("root"));
  add(file("root/x"));
  manifest_.entries.back().sha256 = std::string(64, '0');
  end();
  EXPECT_THAT(refusal(), HasSubstr("its digest is not that of the manifest"));
}

TEST_F(HostileArchive, WithAFileWhereADirectoryShouldBeIsRefused) {
  begin();
  add(folder("root"));
  add(file("root/x"));
  add(file("root/x/y"));
  end();
  EXPECT_NE(refusal(), "");
}

TEST_F(HostileArchive, WithALinkIsRefused) {
  begin();
  file_ = UniqueFd(::open((scratch / "archive").c_str(), O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600));
  auto* const writer = ::archive_write_new();
  ::archive_write_set_format_pax_restricted(writer);
  ::archive_write_add_filter_zstd(writer);
  ::archive_write_open_fd(writer, file_.get());
  auto* const entry = ::archive_entry_new();
  ::archive_entry_set_pathname(entry, "root");
  ::archive_entry_set_filetype(entry, S_IFLNK);
  ::archive_entry_set_symlink(entry, "/etc");
  EXPECT_EQ(::archive_write_header(writer, entry), ARCHIVE_OK);
  ::archive_entry_free(entry);
  ::archive_write_close(writer);
  ::archive_write_free(writer);
  EXPECT_THAT(refusal(), HasSubstr("neither a file nor a directory"));
}

TEST_F(HostileArchive, WithABitOfAnotherValueIsRefusedWhereverItIs) {
  begin();
  add(folder("root"));
  add(file("root/x"), std::string(2000, 'x'));
  end();
  struct stat status{};
  ASSERT_EQ(::fstat(file_.get(), &status), 0);
  for (off_t at = 0; at < status.st_size; ++at) {
    char byte = 0;
    ASSERT_EQ(::pread(file_.get(), &byte, 1, at), 1);
    auto const other = static_cast<char>(byte ^ (1 << (at % 8)));
    ASSERT_EQ(::pwrite(file_.get(), &other, 1, at), 1);
    EXPECT_FALSE(verify_backup(file_.get(), {1 << 20, 64}, {})) << "at " << at;
    ASSERT_EQ(::pwrite(file_.get(), &byte, 1, at), 1);
  }
  EXPECT_EQ(refusal(), "");
}

TEST_F(HostileArchive, ThatIsCutShortIsRefusedWhereverItEnds) {
  begin();
  add(folder("root"));
  end();
  struct stat status{};
  ASSERT_EQ(::fstat(file_.get(), &status), 0);
  for (off_t size = status.st_size - 1; size >= 0; --size) {
    ASSERT_EQ(::ftruncate(file_.get(), size), 0);
    EXPECT_FALSE(verify_backup(file_.get(), {1 << 20, 64}, {})) << "at " << size;
  }
}

TEST_F(HostileArchive, CannotMakeSetUserIdFiles) {
  begin();
  add(folder("root"));
  add(file("root/x"));
  manifest_.entries.back().mode = 06755;
  end();
  EXPECT_THAT(refusal(), HasSubstr("manifest is damaged"));
}

TEST_F(HostileArchive, CannotNameAPlaceOutsideOfAConfiguration) {
  begin();
  add(folder("config"));
  add(file("config/artifactd.toml"), "x = 1\n");
  manifest_.places = {{"config/artifactd.toml", 3, ~std::uint64_t{0}, ConfigPlace::Means::state, ""}};
  end();
  EXPECT_THAT(refusal(), HasSubstr("has no place"));
  EXPECT_THAT(written(), testing::IsEmpty());
}

TEST_F(HostileArchive, WithADatabaseThatIsNoneIsToldApart) {
  begin();
  add(folder("state"));
  add(file("state/journal.db"), std::string(5000, 'x'));
  end();
  auto const verified = verify_backup(file_.get(), {1 << 20, 64}, {});
  ASSERT_TRUE(verified) << verified.error().message;
  ASSERT_EQ(verified->damaged.size(), 1U);
  EXPECT_THAT(verified->damaged[0], HasSubstr("state/journal.db"));
  EXPECT_EQ(refusal(), "");
  EXPECT_TRUE(fs::exists(place() / "state/journal.db.damaged")) << "the rest is good without it";
}

} // namespace
} // namespace artifactd::backup
