// The JSON Schema Test Suite, draft 7, as Debian packages it. Where we differ on purpose is listed with the
// reason; a difference that is not listed fails, and so does a listed one that is gone.
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

constexpr char const* suite = "/usr/share/json-schema-test-suite/tests/draft7";
constexpr std::string_view every = "*";

struct Difference {
  std::string_view file, group, test; ///< "*": all of them
  std::string_view reason;
};

constexpr std::string_view no_network =
    "schemas come from the file and files beside it, never from the network";
constexpr std::string_view annotation =
    "draft 7 lets format and content be annotations; only date, time and date-time are checked";

constexpr std::array differences = {
    Difference{"refRemote.json", "remote ref", every, no_network},
    Difference{"refRemote.json", "fragment within remote ref", every, no_network},
    Difference{"refRemote.json", "ref within remote ref", every, no_network},
    Difference{"refRemote.json", "base URI change", every, no_network},
    Difference{"refRemote.json", "base URI change - change folder", every, no_network},
    Difference{"refRemote.json", "base URI change - change folder in subschema", every, no_network},
    Difference{"refRemote.json", "root ref in remote ref", every, no_network},
    Difference{"definitions.json", "valid definition", every, no_network},
    Difference{"definitions.json", "invalid definition", every, no_network},
    Difference{"ref.json", "remote ref, containing refs itself", every, no_network},
    Difference{"optional/content.json", "validation of string-encoded content based on media type", every,
               annotation},
    Difference{"optional/content.json", "validation of binary string-encoding", every, annotation},
    Difference{"optional/content.json", "validation of binary-encoded media type documents", every,
               annotation},
    Difference{"optional/ecmascript-regex.json", "ECMA 262 regex non-compliance", every, annotation},
    Difference{"optional/format/hostname.json", "validation of host names", every, annotation},
    Difference{"optional/format/uri.json", "validation of URIs", every, annotation},
    Difference{"optional/format/json-pointer.json",
               "validation of JSON-pointers (JSON String Representation)", every, annotation},
    Difference{"optional/format/uri-template.json", "format: uri-template", every, annotation},
    Difference{"optional/format/idn-email.json", "validation of an internationalized e-mail addresses", every,
               annotation},
    Difference{"optional/format/uri-reference.json", "validation of URI References", every, annotation},
    Difference{"optional/format/ipv6.json", "validation of IPv6 addresses", every, annotation},
    Difference{"optional/format/idn-hostname.json", "validation of internationalized host names", every,
               annotation},
    Difference{"optional/format/email.json", "validation of e-mail addresses", every, annotation},
    Difference{"optional/format/regex.json", "validation of regular expressions", every, annotation},
    Difference{"optional/format/iri.json", "validation of IRIs", every, annotation},
    Difference{"optional/format/relative-json-pointer.json", "validation of Relative JSON Pointers (RJP)",
               every, annotation},
    Difference{"optional/format/ipv4.json", "validation of IP addresses", every, annotation},
    Difference{"optional/format/iri-reference.json", "validation of IRI References", every, annotation},
};

struct Outcome {
  std::string file, group, test, what;
};

/// Everything that comes out otherwise than the suite has it.
std::vector<Outcome> outcomes() {
  std::vector<Outcome> found;
  for (auto const& entry : fs::recursive_directory_iterator(suite)) {
    if (!entry.is_regular_file()) continue;
    auto file = fs::relative(entry.path(), suite).string();
    std::ifstream stream(entry.path());
    for (auto const& group : nlohmann::json::parse(stream)) {
      auto name = group["description"].get<std::string>();
      auto schema = CompiledSchema::compile({.text = group["schema"].dump(), .shown = "schema"});
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

TEST(SchemaConformance, differs_from_the_test_suite_only_where_listed) {
  ASSERT_TRUE(fs::is_directory(suite)) << "install json-schema-test-suite";
  auto found = outcomes();
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
