// An archive made member by member, as no `backup` makes it.
#pragma once

#include "daemon/backup/archive.hpp"
#include "daemon/backup/restore.hpp"
#include "daemon/backup/seal.hpp"
#include "state/platform/digest.hpp"
#include "state/platform/fd.hpp"
#include "tests/support/scratch_dir.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>

namespace artifactd::backup {

class MadeArchive : public testing::Test {
protected:
  static Entry folder(std::string path) {
    return {.path = std::move(path), .what = Entry::What::directory, .mode = 0755};
  }
  static Entry file(std::string path) { return {.path = std::move(path), .mode = 0644}; }

  void begin() {
    file_ = UniqueFd(::open((scratch / "archive").c_str(), O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600));
    auto writer = ArchiveWriter::over(file_.get());
    ASSERT_TRUE(writer);
    writer_.emplace(*std::move(writer));
    manifest_ = {
        .version = "0.1.0", .journal_layout = 1, .made_at = "now", .roots = {{"root", "/r", "/r", 1}}};
  }
  /// Into the archive and, unless the manifest is to omit it, into the manifest.
  void add(Entry entry, std::string const& text = "text", bool is_known = true) {
    auto const added =
        entry.what == Entry::What::file ? writer_->add_text(entry, text) : writer_->add(entry, -1, 0);
    ASSERT_TRUE(added) << added.error().message;
    if (is_known) manifest_.entries.push_back(std::move(entry));
  }
  void end() {
    auto const text = to_text(manifest_);
    add(file(std::string(manifest_name)), text, false);
    add(file(std::string(manifest_digest_name)), ByteDigest().add(text).hex() + "  manifest.json\n", false);
    ASSERT_TRUE(writer_->finish());
    ASSERT_TRUE(seal(file_.get()));
  }

  /// What is wrong with it; empty: nothing, and it was restored.
  std::string refusal() {
    auto const verified = verify_backup(file_.get(), {1 << 20, 64}, {});
    if (!verified) return verified.error().message;
    auto const restored = restore_backup(file_.get(), *verified, {.directory = place().string()}, {});
    return restored ? "" : restored.error().message;
  }
  [[nodiscard]] std::filesystem::path place() const { return scratch / "a/place"; }
  /// Everything below the scratch directory but the archive itself.
  [[nodiscard]] std::vector<std::string> written() const {
    std::vector<std::string> found;
    for (auto const& entry : std::filesystem::recursive_directory_iterator(scratch.path()))
      if (entry.is_regular_file() && entry.path().filename() != "archive")
        found.push_back(entry.path().lexically_relative(scratch.path()).string());
    return found;
  }

  test::ScratchDir scratch;
  UniqueFd file_;
  std::optional<ArchiveWriter> writer_;
  Manifest manifest_;
};

} // namespace artifactd::backup
