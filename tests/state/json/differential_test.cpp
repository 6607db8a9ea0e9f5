#include "state/json/diagnose.hpp"
#include "state/json/scan.hpp"
#include "state/json/walk.hpp"
#include "tests/state/json/corpus.hpp"
#include "tests/state/json/documents.hpp"
#include "tests/state/json/paths.hpp"
#include "tests/state/json/references.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <rapidcheck/gtest.h>
#include <string>
#include <utility>
#include <vector>

namespace artifactd::json {
namespace {

using Members = std::vector<std::pair<std::string, nlohmann::json>>;

/// The members of the outermost object in order, duplicates included, as nlohmann reads them.
class MemberCollector : public nlohmann::json_sax<nlohmann::json> {
public:
  bool null() override { return value(nullptr); }
  bool boolean(bool v) override { return value(v); }
  bool number_integer(number_integer_t v) override { return value(v); }
  bool number_unsigned(number_unsigned_t v) override { return value(v); }
  bool number_float(number_float_t v, string_t const&) override { return value(v); }
  bool string(string_t& v) override { return value(v); }
  bool binary(binary_t&) override { return false; }
  bool start_object(std::size_t) override { return open(); }
  bool start_array(std::size_t) override { return open(); }
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }
  bool key(string_t& v) override {
    if (depth_ == 1) members.emplace_back(v, nlohmann::json());
    return true;
  }
  bool parse_error(std::size_t, std::string const&, nlohmann::json::exception const&) override {
    return false;
  }

  Members members; ///< containers are stored as "container": their texts are parsed for comparison

private:
  bool value(nlohmann::json v) {
    if (depth_ == 1 && !members.empty()) members.back().second = std::move(v);
    return true;
  }
  bool open() {
    if (depth_ == 1 && !members.empty()) members.back().second = "container";
    ++depth_;
    return true;
  }
  bool close() {
    --depth_;
    return true;
  }

  int depth_ = 0;
};

Members scanned_members(std::string const& text, Document const& document) {
  Members members;
  for (Member const& member : document.members) {
    std::string_view const value = member.value.of(text);
    bool const container = value.starts_with('{') || value.starts_with('[');
    members.emplace_back(decode(member.key.of(text)),
                         container ? nlohmann::json("container") : nlohmann::json::parse(value));
  }
  return members;
}

TEST(Differential, TheCorpusMeetsNoUnknownDisagreement) {
  for (CorpusCase const& one : corpus_cases())
    EXPECT_EQ(disagreement(one.text), "") << one.name;
}

RC_GTEST_PROP(Differential, SoundTextsAreAcceptedByEveryPathAndEveryoneElse, ()) {
  std::string const text = *sound_text();
  auto const document = scan(text);
  RC_ASSERT(document.has_value());
  RC_ASSERT(paths_agree(text));
  RC_ASSERT(disagreement(text) == "");
}

RC_GTEST_PROP(Differential, DamagedTextsGetOneVerdictAtOneByte, ()) {
  for (std::string const& text : *rc::gen::container<std::vector<std::string>>(30, damaged_text())) {
    RC_ASSERT(paths_agree(text));
    RC_ASSERT(paths_agree(text, {.depth = 3}));
    RC_ASSERT(disagreement(text) == "");
  }
}

RC_GTEST_PROP(Differential, ATextIsGoodUpToWhereItBreaks, ()) {
  std::string const text = *damaged_text();
  auto const result = scan(text);
  if (result) return;
  auto const before = scan(std::string_view(text).substr(0, result.error().byte));
  bool const can_go_on =
      before || before.error().breach == Breach::truncated || before.error().breach == Breach::empty;
  RC_ASSERT(can_go_on);
}

RC_GTEST_PROP(Differential, MembersAreTheOnesANormalParserFinds, ()) {
  std::string const text = *sound_object();
  auto const document = scan(text);
  RC_ASSERT(document.has_value());
  RC_PRE(nlohmann::json::accept(text));
  MemberCollector collector;
  RC_ASSERT(nlohmann::json::sax_parse(text, &collector));
  RC_ASSERT(scanned_members(text, *document) == collector.members);
}

RC_GTEST_PROP(Differential, ElementsAreTheOnesANormalParserFinds, ()) {
  std::string const text = *sound_array();
  auto const document = scan(text);
  RC_ASSERT(document.has_value());
  RC_PRE(nlohmann::json::accept(text));
  auto const parsed = nlohmann::json::parse(text);
  std::string_view const array = document->root.of(text);
  auto const ranges = elements(array);
  RC_ASSERT(ranges.size() == parsed.size());
  for (std::size_t i = 0; i < ranges.size(); ++i)
    RC_ASSERT(nlohmann::json::parse(ranges[i].of(array)) == parsed[i]);
}

RC_GTEST_PROP(Differential, DuplicatesAreFoundExactlyWhereAParserDropsMembers, ()) {
  std::string const text = *sound_text();
  RC_PRE(nlohmann::json::accept(text));
  bool const ours = !syntax_findings("x.json", text, {}).empty();
  bool theirs = false;
  std::vector<std::vector<std::string>> levels;
  auto const watch = [&](int, nlohmann::json::parse_event_t event, nlohmann::json& parsed) {
    if (event == nlohmann::json::parse_event_t::object_start) levels.emplace_back();
    if (event == nlohmann::json::parse_event_t::object_end) levels.pop_back();
    if (event == nlohmann::json::parse_event_t::key) {
      for (std::string const& key : levels.back())
        theirs = theirs || key == parsed.get<std::string>();
      levels.back().push_back(parsed.get<std::string>());
    }
    return true;
  };
  auto const parsed = nlohmann::json::parse(text, watch);
  RC_ASSERT(!parsed.is_discarded());
  RC_ASSERT(ours == theirs);
}

RC_GTEST_PROP(Differential, EveryBrokenTextIsDescribedForAPerson, ()) {
  std::string const text = *damaged_text();
  for (Finding const& finding : syntax_findings("x.json", text, {})) {
    RC_ASSERT(!finding.message.empty() && !finding.hint.empty() && !finding.expected.empty() &&
              !finding.found.empty());
    RC_ASSERT(finding.byte.value() <= text.size());
    for (char const c : to_terminal(finding, Colour::off))
      RC_ASSERT(c == '\n' || static_cast<unsigned char>(c) >= 0x20);
  }
}

} // namespace
} // namespace artifactd::json
