#include "merge/artifacts/gzip.hpp"
#include "tests/merge/kg/settled_session.hpp"
#include "tests/merge/packed.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <sys/stat.h>

namespace artifactd {
namespace {

namespace fs = std::filesystem;
using test::codes;
using test::must;
using test::packed;
using testing::ElementsAre;
using testing::IsEmpty;

Unpacked unpack(std::string_view bytes, std::uint64_t limit = 1 << 20) {
  return must(unpack_gzip(bytes, "artifacts/a/x.json.gz", limit));
}

std::string fault(std::string_view bytes, std::uint64_t limit = 1 << 20) {
  auto unpacked = unpack(bytes, limit);
  if (!unpacked.fault) return "none";
  EXPECT_TRUE(unpacked.text.empty());
  EXPECT_EQ(unpacked.fault->file, "artifacts/a/x.json.gz");
  for (auto const& part :
       {unpacked.fault->message, unpacked.fault->expected, unpacked.fault->found, unpacked.fault->hint})
    EXPECT_FALSE(part.empty()) << unpacked.fault->code;
  return unpacked.fault->code;
}

RC_GTEST_PROP(Gzip, GivesBackWhatWasPacked, (std::string const& text, std::string const& more)) {
  RC_ASSERT(unpack(packed(text)).text == text);
  RC_ASSERT(unpack(packed(text) + packed(more)).text == text + more);
}

RC_GTEST_PROP(Gzip, NothingShorterIsWhole, (std::string const& text)) {
  auto whole = packed(text);
  auto size = *rc::gen::inRange<std::size_t>(0, whole.size());
  RC_ASSERT(fault(whole.substr(0, size)) == "gzip.truncated");
}

RC_GTEST_PROP(Gzip, AnyBytesAreUnpackedOrRefused, (std::string const& tail)) {
  auto unpacked = must(unpack_gzip(packed("{}").substr(0, 10) + tail, "x", 1000));
  RC_ASSERT(unpacked.text.size() <= 1000U);
}

TEST(Gzip, RefusesWhatIsNoGzip) {
  auto plain = unpack("{\"n\": 1}\n");
  EXPECT_EQ(plain.fault->code, "gzip.not_gzip");
  EXPECT_EQ(plain.fault->found, "JSON text");
  EXPECT_EQ(fault("PK\x03\x04"), "gzip.not_gzip");
  EXPECT_EQ(fault("\x78\x9c"), "gzip.not_gzip"); // zlib's own format
}

TEST(Gzip, RefusesDamagedData) {
  auto bytes = packed(std::string(1000, 'x') + "{}");
  for (std::size_t at : {bytes.size() - 1, bytes.size() - 5, bytes.size() - 8}) { // checksum and length
    auto damaged = bytes;
    damaged[at] = static_cast<char>(damaged[at] ^ 0x55);
    EXPECT_EQ(fault(damaged), "gzip.corrupt") << at;
  }
  bytes[2] = 7; // compression method
  EXPECT_EQ(fault(bytes), "gzip.corrupt");
}

TEST(Gzip, RefusesWhatFollows) {
  auto bytes = packed("{}");
  for (auto const* tail : {"x", "\n", "\x1f", "\x1f\x8c"})
    EXPECT_EQ(fault(bytes + tail), "gzip.trailing");
  EXPECT_EQ(fault(bytes + std::string(512, '\0')), "gzip.trailing");
  EXPECT_EQ(unpack(bytes + "tail").fault->byte, bytes.size());
  EXPECT_EQ(fault(bytes + "\x1f\x8b"), "gzip.truncated");
}

TEST(Gzip, StopsAtTheLimit) {
  auto bytes = packed(std::string(100'000, ' '));
  EXPECT_EQ(unpack(bytes, 100'000).text.size(), 100'000U);
  EXPECT_EQ(fault(bytes, 99'999), "gzip.too_large");
  EXPECT_EQ(fault(bytes + bytes, 199'999), "gzip.too_large");
  EXPECT_EQ(fault(packed(std::string(50 << 20, ' '))), "gzip.too_large");
}

class PackedArtifact : public testing::Test {
protected:
  ArtifactSet read() { return must(read_artifacts(dir_.session(), test::name("a"), dir_.policy.artifacts)); }
  void write(std::string const& file, std::string_view bytes) { dir_.write("artifacts/a/" + file, bytes); }
  test::SettledSession dir_;
};

TEST_F(PackedArtifact, MergesAsItsText) {
  write("2.json.gz", packed(R"({"n": {"b": 2}})"));
  dir_.merge("a", R"({"n": {"a": 1}})");
  EXPECT_EQ(dir_.read("knowledge-graph.json"), "{\n  \"a\": {\"n\": {\"a\": 1, \"b\": 2}}\n}\n");
}

TEST_F(PackedArtifact, IsFoundFaultWithInItsText) {
  write("1.json.gz", packed("{\n  \"n\": 1,\n}"));
  auto findings = dir_.settle({dir_.drop("a")}).signals.at(0).findings;
  ASSERT_THAT(codes(findings), ElementsAre("json.unexpected"));
  EXPECT_EQ(findings[0].file, "artifacts/a/1.json.gz");
  EXPECT_EQ(findings[0].line, 3U);
}

TEST_F(PackedArtifact, HasALimitOnEitherSide) {
  std::string noise; // does not shrink
  for (std::uint32_t x = 1; noise.size() < 200'000; x = x * 1664525 + 1013904223)
    noise += static_cast<char>('a' + (x >> 24) % 26);
  write("1.json.gz", packed(noise));
  write("2.json.gz", packed("{}" + std::string((1 << 20) - 2, ' ')));
  write("3.json.gz", packed("{}" + std::string((1 << 20) - 1, ' ')));
  auto set = read();
  EXPECT_THAT(codes(set.findings), ElementsAre("file.too_large", "gzip.too_large"));
  ASSERT_EQ(set.files.size(), 1U);
  EXPECT_EQ(set.files[0].name, "2.json.gz");
}

TEST_F(PackedArtifact, AllTogetherHaveALimitToo) {
  dir_.policy.artifacts.total = 3 << 20;
  auto bytes = packed("{}" + std::string((1 << 20) - 2, ' '));
  for (int i = 0; i < 998; ++i)
    write(std::to_string(i) + ".json.gz", i < 3 ? bytes : packed(""));
  EXPECT_THAT(read().findings, IsEmpty()) << "exactly as much as allowed";
  write("zzz.json.gz", bytes);
  write("zzzz.json.gz", bytes);
  auto set = read();
  EXPECT_THAT(codes(set.findings), ElementsAre("dir.too_large"));
  EXPECT_EQ(set.listed.size(), 1000U);
  EXPECT_TRUE(must(still_the_same(dir_.session(), test::name("a"), set, dir_.policy.artifacts)));
}

TEST_F(PackedArtifact, BesideItsPlainTwinIsAmbiguous) {
  write("1.json.gz", packed("{}"));
  auto end = dir_.merge("a", "{}", End::refused);
  ASSERT_THAT(codes(end.findings), ElementsAre("file.ambiguous"));
  EXPECT_EQ(end.findings[0].file, "artifacts/a/1.json.gz");
}

TEST_F(PackedArtifact, IsTheRequiredFile) {
  dir_.policy.rules = [](Name const&) { return AgentRules{.required = {"done.json"}}; };
  write("done.json.gz", packed("{}"));
  EXPECT_EQ(dir_.settle({dir_.drop("a")}).signals.at(0).end, End::merged);
}

TEST_F(PackedArtifact, GoesByItsPlainNameInAFilter) {
  dir_.policy.rules = [](Name const&) {
    return AgentRules{.strategy = Strategy::filter, .filter = R"(.artifacts["x.json"])"};
  };
  write("x.json.gz", packed(R"({"n": 1})"));
  EXPECT_EQ(dir_.settle({dir_.drop("a")}).signals.at(0).end, End::merged);
  EXPECT_EQ(dir_.graph()["a"]["n"], 1);
}

TEST_F(PackedArtifact, IsKnownByItsBytesOnDisk) {
  write("1.json.gz", packed("{}"));
  auto sound = digest_of(read());
  write("1.json.gz", packed("{") + packed("}"));
  EXPECT_NE(digest_of(read()), sound);
  auto damaged = packed("{}");
  damaged.back() ^= 1;
  write("1.json.gz", damaged);
  auto one = digest_of(read());
  damaged.back() ^= 3;
  write("1.json.gz", damaged);
  EXPECT_NE(digest_of(read()), one);
}

TEST_F(PackedArtifact, IsARegularFile) {
  dir_.write("outside.json.gz", packed("{}"));
  fs::create_directories(dir_ / "artifacts/a");
  fs::create_symlink("../../outside.json.gz", dir_ / "artifacts/a/1.json.gz");
  ASSERT_EQ(::mkfifo((dir_ / "artifacts/a/2.json.gz").c_str(), 0600), 0);
  write("3.json.gz", "");
  EXPECT_THAT(codes(read().findings), ElementsAre("file.symlink", "file.not_regular", "file.empty"));
}

} // namespace
} // namespace artifactd
