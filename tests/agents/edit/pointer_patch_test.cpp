// Patches by pointer are those of RFC 6902 and leave every byte outside their value unchanged.
#include "agents/edit/pointer_patch.hpp"
#include "state/json/edit.hpp"
#include "tests/support/session_dir.hpp"

#include <algorithm>
#include <gmock/gmock.h>
#include <nlohmann/json.hpp>
#include <rapidcheck/gtest.h>

namespace artifactd {
namespace {

using editor::PointerPatch;
using test::fault;
using test::must;
using Op = PointerPatch::Op;
using PatchJson = nlohmann::json;

PointerPatch patch(Op op, std::string pointer, std::string value = {}) {
  return {op, "a.json", std::move(pointer), std::move(value)};
}

std::string after(std::string const& text, Op op, std::string const& pointer, std::string const& value = {}) {
  return must(editor::patched(text, patch(op, pointer, value)));
}

TEST(PointerPatch, AddsMembersAndElements) {
  EXPECT_EQ(after(R"({"a": [1, 2]})", Op::add, "/a/-", "3"), R"({"a": [1, 2,3]})");
  EXPECT_EQ(after(R"({"a": [1, 2]})", Op::add, "/a/2", "3"), R"({"a": [1, 2,3]})");
  EXPECT_EQ(after("[\n  1,\n  2\n]\n", Op::add, "/1", "9"), "[\n  1,\n  9,\n  2\n]\n");
  EXPECT_EQ(after("{\n  \"a\": 1\n}\n", Op::add, "/b", "[]"), "{\n  \"a\": 1,\n  \"b\": []\n}\n");
  // RFC 6902, 4.1: an existing member is replaced.
  EXPECT_EQ(after(R"({"a": 1.0})", Op::add, "/a", "2"), R"({"a": 2})");
  EXPECT_EQ(after("{}", Op::add, "/", "1"), R"({"": 1})");
}

TEST(PointerPatch, ReplacesAndRemovesWhatIsThere) {
  EXPECT_EQ(after(R"({"a~/b":  {"x": 1e2 }, "c":1})", Op::replace, "/a~0~1b/x", "null"),
            R"({"a~/b":  {"x": null }, "c":1})");
  EXPECT_EQ(after("[1 , 2 , 3]", Op::remove, "/1"), "[1 , 3]");
  EXPECT_EQ(after(" [1]\n", Op::replace, "", R"({"items":[1]})"), " {\"items\":[1]}\n");
}

TEST(PointerPatch, FindsNothingWhereThereIsNothing) {
  std::string const text = R"({"a": [1, {"b": "x"}], "c": 2})";
  for (auto const* nowhere : {"/d", "/a/2", "/a/-", "/a/01", "/a/1/b/0", "/c/0", "/a/x", "/A"}) {
    EXPECT_EQ(fault(editor::patched(text, patch(Op::replace, nowhere, "1"))), "missing") << nowhere;
    EXPECT_EQ(fault(editor::patched(text, patch(Op::remove, nowhere))), "missing") << nowhere;
  }
  for (auto const* nowhere : {"/a/3", "/a/00", "/a/-1", "/a/x", "/c/0", "/d/e", "/a/1/b/0"})
    EXPECT_EQ(fault(editor::patched(text, patch(Op::add, nowhere, "1"))), "missing") << nowhere;
  for (auto const* none : {"a", "a/b", "/a~2", "/~"})
    EXPECT_EQ(fault(editor::patched(text, patch(Op::add, none, "1"))), "invalid") << none;
}

TEST(PointerPatch, ReplacesNoLongDocumentAsAWhole) {
  auto const long_one = "[\"" + std::string(editor::longest_whole_replaced, 'x') + "\"]";
  EXPECT_EQ(fault(editor::patched(long_one, patch(Op::replace, "", "{}"))), "too_large");
  EXPECT_EQ(fault(editor::patched(long_one, patch(Op::add, "", "{}"))), "too_large");
  EXPECT_EQ(fault(editor::patched("[]", patch(Op::remove, ""))), "invalid");
}

TEST(PointerPatch, TakesNoValueThatIsNoneOrGoesTooDeep) {
  EXPECT_EQ(fault(editor::patched("{}", patch(Op::add, "/a", "1, \"b\": 2}"))), "invalid");
  EXPECT_EQ(fault(editor::patched("{}", patch(Op::add, "/a", ""))), "invalid");
  auto const deep = std::string(256, '[') + std::string(256, ']');
  EXPECT_EQ(fault(editor::patched("{}", patch(Op::add, "/a", deep))), "too_large");
}

/// A document of a few levels, and pointers to every place in it where a value is or could be.
rc::Gen<PatchJson> document(int levels) {
  auto leaf = rc::gen::element<PatchJson>(1, -0.5, "", "a \"b\" \\ é", true, nullptr, PatchJson::array(),
                                          PatchJson::object());
  if (levels == 0) return leaf;
  auto keys = rc::gen::element<std::string>("a", "b", "~", "/", "a/b~1", "", "0", "ü");
  auto list = rc::gen::map(rc::gen::container<std::vector<PatchJson>>(document(levels - 1)),
                           [](std::vector<PatchJson> const& all) { return PatchJson(all); });
  auto object = rc::gen::map(rc::gen::container<std::vector<std::pair<std::string, PatchJson>>>(
                                 rc::gen::pair(keys, document(levels - 1))),
                             [](auto const& all) {
                               auto made = PatchJson::object();
                               for (auto const& [key, value] : all)
                                 made[key] = value;
                               return made;
                             });
  return rc::gen::weightedOneOf<PatchJson>({{1, leaf}, {3, list}, {3, object}});
}

void add_places(PatchJson const& json, PatchJson::json_pointer const& at, std::vector<std::string>& places) {
  places.push_back(at.to_string());
  if (json.is_object()) {
    places.push_back((at / "new").to_string());
    for (auto const& [key, value] : json.items())
      add_places(value, at / key, places);
  }
  if (json.is_array()) {
    places.push_back((at / "-").to_string());
    places.push_back((at / json.size()).to_string());
    places.push_back((at / (json.size() + 1)).to_string());
    for (std::size_t i = 0; i < json.size(); ++i)
      add_places(json[i], at / i, places);
  }
}

/// The result by RFC 6902; std::nullopt if that is an error.
std::optional<PatchJson> by_the_rfc(PatchJson const& json, PointerPatch const& patch, char const* op) {
  PatchJson operation{{"op", op}, {"path", patch.pointer}};
  if (!patch.value.empty()) operation["value"] = PatchJson::parse(patch.value);
  try {
    return json.patch(PatchJson::array({operation}));
  } catch (PatchJson::exception const&) {
    return std::nullopt;
  }
}

RC_GTEST_PROP(PointerPatchProperty, ComesOutAsTheRfcHasIt, ()) {
  auto const json = *rc::gen::resize(6, document(2));
  std::vector<std::string> places;
  add_places(json, PatchJson::json_pointer(), places);
  auto const [word, op] = *rc::gen::element(std::pair("add", Op::add), std::pair("remove", Op::remove),
                                            std::pair("replace", Op::replace));
  auto const value = op == Op::remove ? std::string() : (*document(1)).dump();
  auto const patch = ::artifactd::patch(op, *rc::gen::elementOf(places), value);
  RC_PRE(!patch.pointer.empty() ||
         (op != Op::remove && json.dump().size() <= editor::longest_whole_replaced));
  auto const text = json.dump(*rc::gen::element(-1, 0, 2));
  auto const expected = by_the_rfc(json, patch, word);
  auto const result = editor::patched(text, patch);
  RC_ASSERT(result.has_value() == expected.has_value());
  if (expected) RC_ASSERT(PatchJson::parse(*result) == *expected);
}

/// Some document and a place in it where a value is or could be.
std::pair<std::string, std::string> text_and_pointer() {
  auto const json = *rc::gen::resize(6, document(2));
  std::vector<std::string> places;
  add_places(json, PatchJson::json_pointer(), places);
  return {" " + json.dump(*rc::gen::element(-1, 3)) + "\n\n", *rc::gen::elementOf(places)};
}

RC_GTEST_PROP(PointerPatchProperty, IsTakenBackByteByByte, ()) {
  auto const [text, pointer] = text_and_pointer();
  RC_PRE(!pointer.empty() && !pointer.ends_with("/-"));
  auto const there = PatchJson::parse(text).contains(PatchJson::json_pointer(pointer));
  JsonNode const root(text);
  auto const* node = json::find_at(root, must(json::pointer_steps(pointer)));
  auto const former = node == nullptr ? "" : std::string(node->text());
  auto const changed =
      editor::patched(text, patch(there ? Op::replace : Op::add, pointer, R"({"§": [1, 2]})"));
  if (!changed) return; // an index beyond the end
  RC_ASSERT(after(*changed, there ? Op::replace : Op::remove, pointer, former) == text);
}

RC_GTEST_PROP(PointerPatchProperty, TakesOneRunOfBytesAway, ()) {
  auto const [text, pointer] = text_and_pointer();
  auto const less = editor::patched(text, patch(Op::remove, pointer));
  if (!less) return;
  auto const same = static_cast<std::size_t>(std::ranges::mismatch(text, *less).in2 - less->begin());
  RC_ASSERT(text.substr(0, same) + text.substr(same + text.size() - less->size()) == *less);
}

} // namespace
} // namespace artifactd
