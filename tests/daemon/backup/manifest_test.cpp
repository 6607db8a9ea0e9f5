#include "daemon/backup/manifest.hpp"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>
#include <rapidcheck/gtest.h>

namespace artifactd::backup {
namespace {

Manifest sample() {
  Manifest manifest{.version = "0.1.0", .journal_layout = 1, .made_at = "2026-11-26T00:00:00.000Z"};
  manifest.roots = {{"sessions", "/var/sessions", "/data/sessions", 2}};
  manifest.sessions = {{"sessions", "a/b\xff%\n", 7, -3}};
  manifest.entries = {
      {.path = "sessions", .what = Entry::What::directory, .mode = 02775, .owner = 1000, .owner_name = "ada"},
      {.path = "sessions/a/b\xff%\n/x.json",
       .size = 12,
       .mode = 0640,
       .group = 5,
       .modified_ns = -1,
       .sha256 = std::string(64, 'a'),
       .attributes = {{"user.artifactd.settled", std::string("a\0b", 3)}}}};
  manifest.places = {{"config/artifactd.toml", 3, 9, ConfigPlace::Means::root, "sessions"}};
  manifest.left_out = {{"/x", "a link"}};
  manifest.missing = {{"/y", "busy"}};
  return manifest;
}

nlohmann::ordered_json sample_json() {
  return nlohmann::ordered_json::parse(to_text(sample()));
}

TEST(BackupManifest, IsReadBackAsWritten) {
  auto const read = read_manifest(to_text(sample()));
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(to_text(*read), to_text(sample()));
  EXPECT_EQ(read->sessions.at(0).folder(), "sessions/a/b\xff%\n");
  EXPECT_EQ(read->entries.at(1).attributes.at("user.artifactd.settled"), std::string("a\0b", 3));
}

TEST(BackupManifest, NamesNothingOutsideOfItsFolders) {
  for (auto const* path :
       {"/etc/passwd", "sessions/../x", "..", "sessions//x", "sessions/.", "other/x", "", "sessions/a%00b"}) {
    auto json = sample_json();
    json["entries"][1]["path"] = path;
    EXPECT_FALSE(read_manifest(json.dump())) << path;
  }
  for (auto const* name : {"state", "config", "..", "a/b", "", "manifest.json", "/"}) {
    auto json = sample_json();
    json["roots"][0]["name"] = name;
    EXPECT_FALSE(read_manifest(json.dump())) << name;
  }
  auto json = sample_json();
  json["sessions"][0]["path"] = "../../x";
  EXPECT_FALSE(read_manifest(json.dump()));
}

TEST(BackupManifest, NamesEachPathOnce) {
  auto json = sample_json();
  json["entries"].push_back(json["entries"][1]);
  EXPECT_FALSE(read_manifest(json.dump()));
}

TEST(BackupManifest, IsRefusedWhereAValueCannotBe) {
  auto const refused = [](auto change) {
    auto json = sample_json();
    change(json);
    auto const read = read_manifest(json.dump());
    return !read && read.error().message.contains("manifest");
  };
  EXPECT_TRUE(refused([](auto& json) { json["entries"][1]["mode"] = "7777777"; }));
  EXPECT_TRUE(refused([](auto& json) { json["entries"][1]["size"] = -1; }));
  EXPECT_TRUE(refused([](auto& json) { json["entries"][1]["sha256"] = "abc"; }));
  EXPECT_TRUE(refused([](auto& json) { json["entries"][1]["owner"] = 1.5; }));
  EXPECT_TRUE(refused([](auto& json) { json["entries"][1]["owner"] = 4294967296; }));
  EXPECT_TRUE(refused([](auto& json) { json["entries"][1]["attributes"]["security.capability"] = "x"; }));
  EXPECT_TRUE(refused([](auto& json) { json["roots"][0]["path"] = "relative"; }));
  EXPECT_TRUE(refused([](auto& json) { json["roots"][0]["depth"] = 99; }));
  EXPECT_TRUE(refused([](auto& json) { json["sessions"][0]["root"] = "unknown"; }));
  EXPECT_TRUE(refused([](auto& json) { json["config_places"][0]["means"] = "anything"; }));
  EXPECT_TRUE(refused([](auto& json) { json["format"] = "tar"; }));
  EXPECT_TRUE(refused([](auto& json) { json.erase("entries"); }));
  EXPECT_TRUE(refused([](auto& json) { json = nlohmann::ordered_json::array(); }));
}

TEST(BackupManifest, OfANewerVersionIsNotGuessedAt) {
  auto json = sample_json();
  json["version"] = 2;
  auto const read = read_manifest(json.dump());
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().fault, Fault::unsupported);
}

TEST(BackupManifest, IsNotReadIfItIsNested) {
  EXPECT_FALSE(read_manifest(std::string(1'000'000, '[')));
  EXPECT_FALSE(read_manifest(std::string(50, '[') + std::string(50, ']')));
}

RC_GTEST_PROP(BackupManifest, KeepsAnyBytes, (std::string const& bytes)) {
  RC_ASSERT(unescaped(escaped(bytes)) == bytes);
}

TEST(BackupManifest, UnescapesOnlyWhatItEscaped) {
  for (auto const* text : {"%", "%1", "%zz", "a b", "\n", "\xc3\xa4", "%+1"})
    EXPECT_FALSE(unescaped(text)) << text;
}

} // namespace
} // namespace artifactd::backup
