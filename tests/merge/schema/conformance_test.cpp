// The JSON Schema Test Suite for every known draft, as Debian packages it. Intentional differences are listed
// with the reason; an unlisted difference fails, and so does a listed one that no longer occurs.
#include "merge/schema/schema.hpp"
#include "tests/support/session_dir.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <gmock/gmock.h>
#include <nlohmann/json.hpp>
#include <set>

namespace artifactd {
namespace {

namespace fs = std::filesystem;

constexpr char const* suite = "/usr/share/perl5/auto/share/dist/Test-JSON-Schema-Acceptance/tests";
constexpr std::string_view every = "*";

struct Difference {
  std::string_view file, group, test; ///< "*": all of them
  std::string_view reason;
};

constexpr std::string_view no_network =
    "schemas come from the file and files beside it, never from the network";
constexpr std::string_view no_meta_schema = "the meta-schemas are not at hand, and vocabularies are not read";
constexpr std::string_view linear = "RE2 does not know these names of classes of characters";
constexpr std::string_view annotation =
    "format and content may be annotations; only date, time and date-time are checked";

constexpr std::array differences = {
    Difference{"anchor.json", "invalid anchors", every, no_meta_schema},
    Difference{"definitions.json", "validate definition against metaschema", every, no_meta_schema},
    Difference{"defs.json", "validate definition against metaschema", every, no_meta_schema},
    Difference{"id.json", "Invalid use of fragments in location-independent $id", every, no_meta_schema},
    Difference{"id.json", "Unnormalized $ids are allowed but discouraged", every, no_meta_schema},
    Difference{"id.json", "Valid use of empty fragments in location-independent $id", every, no_meta_schema},
    Difference{"optional/content.json", "validation of binary string-encoding", every, annotation},
    Difference{"optional/content.json", "validation of binary-encoded media type documents", every,
               annotation},
    Difference{"optional/content.json", "validation of string-encoded content based on media type", every,
               annotation},
    Difference{"optional/cross-draft.json", "refs to future drafts are processed as future drafts", every,
               no_network},
    Difference{"optional/cross-draft.json", "refs to historic drafts are processed as historic drafts", every,
               no_network},
    Difference{"optional/ecmascript-regex.json", "\\a is not an ECMA 262 control escape", every,
               no_meta_schema},
    Difference{"optional/ecmascript-regex.json", "pattern with non-ASCII digits", every, linear},
    Difference{"optional/ecmascript-regex.json", "patternProperties with non-ASCII digits", every, linear},
    Difference{"optional/ecmascript-regex.json", "patterns always use unicode semantics with pattern", every,
               linear},
    Difference{"optional/ecmascript-regex.json",
               "patterns always use unicode semantics with patternProperties", every, linear},
    Difference{"optional/format-assertion.json",
               "schema that uses custom metaschema with format-assertion: false", every, no_meta_schema},
    Difference{"optional/format-assertion.json",
               "schema that uses custom metaschema with format-assertion: true", every, no_meta_schema},
    Difference{"optional/format/duration.json", "validation of duration strings", every, annotation},
    Difference{"optional/format/email.json", "validation of e-mail addresses", every, annotation},
    Difference{"optional/format/hostname.json", "validation of host names", every, annotation},
    Difference{"optional/format/idn-email.json", "validation of an internationalized e-mail addresses", every,
               annotation},
    Difference{"optional/format/idn-hostname.json", "validation of internationalized host names", every,
               annotation},
    Difference{"optional/format/ipv4.json", "validation of IP addresses", every, annotation},
    Difference{"optional/format/ipv6.json", "validation of IPv6 addresses", every, annotation},
    Difference{"optional/format/iri-reference.json", "validation of IRI References", every, annotation},
    Difference{"optional/format/iri.json", "validation of IRIs", every, annotation},
    Difference{"optional/format/json-pointer.json",
               "validation of JSON-pointers (JSON String Representation)", every, annotation},
    Difference{"optional/format/regex.json", "validation of regular expressions", every, annotation},
    Difference{"optional/format/relative-json-pointer.json", "validation of Relative JSON Pointers (RJP)",
               every, annotation},
    Difference{"optional/format/uri-reference.json", "validation of URI References", every, annotation},
    Difference{"optional/format/uri-template.json", "format: uri-template", every, annotation},
    Difference{"optional/format/uri.json", "validation of URIs", every, annotation},
    Difference{"optional/format/uuid.json", "uuid format", every, annotation},
    Difference{"ref.json", "URN base URI with f-component", every, no_meta_schema},
    Difference{"ref.json", "remote ref, containing refs itself", every, no_meta_schema},
    Difference{"refRemote.json", "Location-independent identifier in remote ref", every, no_network},
    Difference{"refRemote.json", "anchor within remote ref", every, no_network},
    Difference{"refRemote.json", "base URI change", every, no_network},
    Difference{"refRemote.json", "base URI change - change folder", every, no_network},
    Difference{"refRemote.json", "base URI change - change folder in subschema", every, no_network},
    Difference{"refRemote.json", "fragment within remote ref", every, no_network},
    Difference{"refRemote.json", "ref within remote ref", every, no_network},
    Difference{"refRemote.json", "remote HTTP ref with different $id", every, no_network},
    Difference{"refRemote.json", "remote HTTP ref with different URN $id", every, no_network},
    Difference{"refRemote.json", "remote HTTP ref with nested absolute ref", every, no_network},
    Difference{"refRemote.json", "remote ref", every, no_network},
    Difference{"refRemote.json", "retrieved nested refs resolve relative to their URI not $id", every,
               no_network},
    Difference{"vocabulary.json", "schema that uses custom metaschema with with no validation vocabulary",
               every, no_meta_schema},
};

/// A few schemas of the suite rely on their folder to tell the draft.
std::string of_draft(nlohmann::ordered_json schema, std::string const& draft) {
  if (schema.is_object() && !schema.contains("$schema") && draft != "draft7")
    schema["$schema"] = "https://json-schema.org/draft/" + draft.substr(std::size("draft") - 1) + "/schema";
  return schema.dump();
}

struct Outcome {
  std::string file, group, test, what;
};

/// Adds the schemas that the suite expects next to its own.
void put_beside(test::ScratchDir const& dir, std::string const& draft) {
  auto const remotes = fs::path(suite).parent_path() / "remotes";
  fs::copy(draft == "draft7" ? remotes : remotes / draft, dir.path());
}

/// Every result that differs from the suite's.
std::vector<Outcome> outcomes(std::string const& draft) {
  test::ScratchDir dir;
  put_beside(dir, draft);
  std::vector<Outcome> found;
  for (auto const& entry : fs::recursive_directory_iterator(fs::path(suite) / draft)) {
    if (!entry.is_regular_file()) continue;
    auto file = fs::relative(entry.path(), fs::path(suite) / draft).string();
    std::ifstream stream(entry.path());
    for (auto const& group : nlohmann::ordered_json::parse(stream)) {
      auto name = group["description"].get<std::string>();
      dir.write("schema.json", of_draft(group["schema"], draft));
      auto schema = CompiledSchema::compile({.directory = dir.path().string(), .file = "schema.json"});
      if (!schema) {
        found.push_back({file, name, "", schema.error().message});
        continue;
      }
      for (auto const& test : group["tests"]) {
        auto findings = schema->findings("data", test["data"].dump());
        if (!findings || findings->empty() != test["valid"].get<bool>())
          found.push_back({file, name, test["description"], findings ? "" : findings.error().message});
      }
    }
  }
  return found;
}

bool matches(Difference const& listed, Outcome const& outcome) {
  return listed.file == outcome.file && (listed.group == every || listed.group == outcome.group) &&
         (listed.test == every || listed.test == outcome.test);
}

TEST(SchemaConformance, DiffersFromTheTestSuiteOnlyWhereListed) {
  ASSERT_TRUE(fs::is_directory(suite)) << "install libtest-json-schema-acceptance-perl";
  std::vector<Outcome> found;
  for (auto const* draft : {"draft7", "draft2019-09", "draft2020-12"})
    std::ranges::move(outcomes(draft), std::back_inserter(found));
  for (auto const& outcome : found)
    EXPECT_TRUE(std::ranges::any_of(differences, [&](auto const& each) { return matches(each, outcome); }))
        << outcome.file << " | " << outcome.group << " | " << outcome.test << " | " << outcome.what;
  for (auto const& listed : differences)
    EXPECT_TRUE(std::ranges::any_of(found, [&](auto const& each) { return matches(listed, each); }))
        << "no longer differs (" << listed.reason << "): " << listed.file << " | " << listed.group << " | "
        << listed.test;
}

} // namespace
} // namespace artifactd
