// `rule` signals: an extraction rule or extractor is vetted with its samples.
#pragma once

#include "state/vocabulary/finding.hpp"
#include "state/vocabulary/kind.hpp"

namespace artifactd {

inline constexpr std::array rule_codes = {
    FindingCode{"YAML_SYNTAX_ERROR", Tier::syntax,
                "the rule is not YAML that every parser reads the same way"},
    FindingCode{"PYTHON_SYNTAX_ERROR", Tier::syntax, "the extractor is not Python"},
    FindingCode{"ENCODING_ERROR", Tier::syntax, "the rule or extractor is not UTF-8"},
    FindingCode{"SCHEMA_VIOLATION", Tier::schema,
                "a part of the rule or extractor is missing, misplaced or not allowed"},
    FindingCode{"INVALID_REGEX", Tier::schema, "a field's pattern is not a linear-time regular expression"},
    FindingCode{"rule.unknown_key", Tier::schema, "a key that no rule has"},
    FindingCode{"rule.missing", Tier::syntax, "there is no rule or extractor of that name"},
    FindingCode{"rule.ambiguous", Tier::syntax, "there are several files of that name"},
    FindingCode{"samples.invalid", Tier::schema, "the file of sample paths is malformed"},
    FindingCode{"samples.missing", Tier::semantic, "there are no sample paths to try it on"},
    FindingCode{"GLOB_MISMATCH", Tier::semantic, "the rule's glob matches none of the sample paths"},
    FindingCode{"EMPTY_EXTRACTION", Tier::semantic, "nothing is extracted from any sample path"},
    FindingCode{"TYPE_COERCION_FAILED", Tier::semantic, "an extracted value is not of its field's type"},
    FindingCode{"RUNTIME_ERROR", Tier::semantic, "the extractor failed on a sample path"},
};

inline constexpr KindTraits rule_traits{
    .pace = Pace::slow,
    .inputs = "rules/",
    .first_file = "rules/{0}.yaml",
    .endings = {".yaml", ".py", ".txt"},
    .content = "; beside it `rules/NAME.samples.json`, the paths that it is "
               "tried on: `{\"root\": \"/data\", \"paths\": [\"/data/a.csv\"]}`",
    .names = {"rules"},
    .to_repair = "repair the artifacts",
    .to_do = "Repair the files named above and leave the others as they are.",
    .test_command = "artifactctl rule test",
    .codes = [] { return std::span<FindingCode const>(rule_codes); }};
inline constexpr Kind rule_kind("rule", rule_traits);

} // namespace artifactd
