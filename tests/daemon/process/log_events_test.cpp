// The events of the log: the same ids in the table, in the catalog and in the manual, and none without one.
#include "daemon/process/log_events.hpp"
#include "state/settle/settle_report.hpp"
#include "tests/support/source_dir.hpp"

#include <filesystem>
#include <fmt/core.h>
#include <fstream>
#include <gmock/gmock.h>
#include <map>
#include <regex>
#include <set>

namespace artifactd {
namespace {

std::string source_text(std::filesystem::path const& file) {
  std::ifstream in(std::filesystem::path(test::source_dir()) / file);
  return {std::istreambuf_iterator<char>(in), {}};
}

struct Explained {
  std::string subject;
  std::string text;
};

/// The catalog by MESSAGE_ID.
std::map<std::string, Explained> catalog() {
  std::map<std::string, Explained> found;
  std::istringstream in(source_text("systemd/artifactd.catalog"));
  Explained* entry = nullptr;
  bool in_header = false;
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with("-- ")) {
      auto const [at, fresh] = found.emplace(line.substr(3), Explained{});
      EXPECT_TRUE(fresh) << line;
      entry = &at->second;
      in_header = true;
    } else if (entry != nullptr && line.starts_with("Subject: ") && in_header) {
      entry->subject = line.substr(9);
    } else if (line.empty()) {
      in_header = false;
    } else if (entry != nullptr && !in_header) {
      entry->text += line + "\n";
    }
  }
  return found;
}

/// The events that the sources log under a name of their own.
std::set<std::string> logged_in_sources() {
  static std::regex const call(R"re(log_event\(\s*[^,"]+,\s*"([^"]+)")re");
  std::set<std::string> found;
  for (auto const& file :
       std::filesystem::recursive_directory_iterator(std::filesystem::path(test::source_dir()) / "daemon")) {
    if (file.path().extension() != ".cpp") continue;
    auto const text = source_text(file.path());
    for (std::sregex_iterator at(text.begin(), text.end(), call), end; at != end; ++at)
      found.insert((*at)[1]);
  }
  return found;
}

TEST(LogEvents, HaveDistinctWellFormedIds) {
  std::set<std::string_view> seen;
  for (auto const& row : logged_events()) {
    EXPECT_TRUE(seen.insert(row.id).second) << row.event;
    EXPECT_TRUE(std::regex_match(std::string(row.id), std::regex("[0-9a-f]{32}"))) << row.event;
  }
}

TEST(LogEvents, AreThoseTheSourcesLog) {
  auto expected = logged_in_sources();
  EXPECT_GT(expected.size(), 30U);
  for (auto end : {End::merged, End::unchanged, End::refused, End::pending, End::vanished, End::again})
    expected.emplace(end_word(end));
  std::set<std::string> known;
  for (auto const& row : logged_events())
    known.emplace(row.event);
  EXPECT_EQ(known, expected);
}

TEST(LogEvents, AreExplainedByTheCatalog) {
  auto const explained = catalog();
  EXPECT_EQ(explained.size(), logged_events().size());
  for (auto const& row : logged_events()) {
    auto const entry = explained.find(std::string(row.id));
    ASSERT_NE(entry, explained.end()) << row.event;
    EXPECT_FALSE(entry->second.subject.empty()) << row.event;
    EXPECT_GT(entry->second.text.size(), 40U) << row.event;
  }
}

TEST(LogEvents, AreTheTableInTheManual) {
  auto const explained = catalog();
  std::vector<std::string> expected;
  for (auto const& row : logged_events())
    expected.push_back(fmt::format("| `{}`{} | `{}` | {} |", row.event,
                                   row.code.empty() ? "" : fmt::format(" with `{}`", row.code), row.id,
                                   explained.at(std::string(row.id)).subject));
  std::vector<std::string> documented;
  std::istringstream manual(source_text("docs/operators.md"));
  bool in_table = false;
  for (std::string line; std::getline(manual, line);) {
    if (line.starts_with("| Event | MESSAGE_ID |"))
      in_table = true;
    else if (in_table && line.starts_with("| `"))
      documented.push_back(line);
    else if (line.empty())
      in_table = false;
  }
  EXPECT_EQ(documented, expected);
}

TEST(LogEvents, MayHaveAnIdForOneCode) {
  EXPECT_NE(message_id("pending", "graph.damaged"), message_id("pending", ""));
  EXPECT_EQ(message_id("pending", "graph.missing"), message_id("pending", ""));
  EXPECT_EQ(message_id("something else", ""), "");
}

} // namespace
} // namespace artifactd
