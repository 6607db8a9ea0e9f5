#include "state/finding.hpp"

#include <array>

namespace artifactd {

namespace {

constexpr auto syntax = Tier::syntax;
constexpr auto schema = Tier::schema;
constexpr auto semantic = Tier::semantic;

constexpr std::array codes = {
    FindingCode{"file.missing", syntax, "a file this agent has to write is not there"},
    FindingCode{"file.none", syntax, "there is not one artifact file"},
    FindingCode{"file.empty", syntax, "the file holds no bytes"},
    FindingCode{"file.too_large", syntax, "the file is larger than an artifact may be"},
    FindingCode{"file.not_regular", syntax, "the name belongs to a directory, pipe, socket or device"},
    FindingCode{"file.symlink", syntax, "the file is a symbolic link"},
    FindingCode{"file.hard_link", syntax, "the file has further names"},
    FindingCode{"file.foreign_mount", syntax, "the path leads to another file system"},
    FindingCode{"file.too_many", syntax, "there are more artifact files than allowed"},
    FindingCode{"file.ambiguous", syntax, "the same artifact is there plain and compressed"},
    FindingCode{"dir.missing", syntax, "the agent's artifact directory is not there"},
    FindingCode{"dir.not_directory", syntax, "a file stands where the artifact directory should be"},
    FindingCode{"dir.symlink", syntax, "the artifact directory is a symbolic link"},
    FindingCode{"dir.too_large", syntax, "the agent's artifacts together hold more than allowed"},
    FindingCode{"gzip.not_gzip", syntax, "a compressed artifact does not begin as gzip does"},
    FindingCode{"gzip.truncated", syntax, "the compressed data ends too early"},
    FindingCode{"gzip.corrupt", syntax, "the compressed data is damaged, or its checksum is wrong"},
    FindingCode{"gzip.trailing", syntax, "something follows the compressed data"},
    FindingCode{"gzip.too_large", syntax, "unpacked, the artifact is larger than allowed"},
    FindingCode{"log.line_too_large", syntax, "a line of a log is larger than an artifact may be"},
    FindingCode{"log.no_line", syntax, "there are only logs, and none has a complete line"},
    FindingCode{"log.torn", syntax, "the last line of a log has no end yet and waits"},
    FindingCode{"log.rewritten", syntax, "a log does not begin any more with what was settled of it"},
    FindingCode{"json.empty", syntax, "the text is nothing but white space"},
    FindingCode{"json.bom", syntax, "the text begins with a byte order mark"},
    FindingCode{"json.encoding", syntax, "the text is not UTF-8"},
    FindingCode{"json.unexpected", syntax, "a character that cannot stand there"},
    FindingCode{"json.truncated", syntax, "the text ends inside a value"},
    FindingCode{"json.number", syntax, "a number in a form JSON does not have"},
    FindingCode{"json.literal", syntax, "a misspelt true, false or null"},
    FindingCode{"json.escape", syntax, "a backslash sequence JSON does not have"},
    FindingCode{"json.surrogate", syntax, "half of a surrogate pair"},
    FindingCode{"json.control", syntax, "a raw control character inside a string"},
    FindingCode{"json.trailing", syntax, "something follows the document"},
    FindingCode{"json.depth", syntax, "values are nested deeper than allowed"},
    FindingCode{"json.duplicate_key", syntax, "an object has the same key twice"},
    FindingCode{"shape.not_object", schema, "the outermost value is not an object"},
    FindingCode{"version.malformed", schema, "artifact_version is not a version"},
    FindingCode{"version.unsupported", schema, "the artifact's format version is not among those accepted"},
    FindingCode{"schema.violation", schema, "a value is not as the configured JSON Schema has it"},
    FindingCode{"assert.failed", semantic, "what the configuration demands in jq does not hold"},
    FindingCode{"name.reserved", semantic, "the agent's name is a part of every graph"},
    FindingCode{"append.conflict", semantic, "an id is taken by an entry with other content"},
    FindingCode{"append.not_array", semantic, "a value to append is not an array"},
    FindingCode{"filter.failed", semantic,
                "the configured filter reported an error, or did not come to an end on the artifacts"},
    FindingCode{"filter.not_object", semantic, "the configured filter gave something other than one object"},
    FindingCode{"graph.too_large", semantic, "the graph would grow beyond its limit"},
    FindingCode{"graph.too_deep", semantic, "the graph would be nested deeper than its readers allow"},
    FindingCode{"run.nothing", semantic, "the agent was run again and handed nothing in"},
    FindingCode{"run.failed", semantic, "the agent was run again and did not finish"},
    FindingCode{"run.not_started", semantic, "the agent's command could not be started"},
    FindingCode{"edit.request", schema, "an edit does not say whose artifacts it is about"},
    FindingCode{"edit.unmended", semantic, "the editor could not mend this"},
    FindingCode{"agent.unexpected", semantic, "the agent's metadata says it produces no artifacts"},
    FindingCode{"YAML_SYNTAX_ERROR", syntax, "the rule is not YAML that every reader reads alike"},
    FindingCode{"PYTHON_SYNTAX_ERROR", syntax, "the extractor is not Python"},
    FindingCode{"ENCODING_ERROR", syntax, "the rule or extractor is not UTF-8"},
    FindingCode{"SCHEMA_VIOLATION", schema,
                "a part of the rule or extractor is missing, misplaced or not allowed"},
    FindingCode{"INVALID_REGEX", schema, "a field's pattern is no regular expression of linear time"},
    FindingCode{"rule.unknown_key", schema, "a key that rules do not have"},
    FindingCode{"rule.missing", syntax, "there is no rule or extractor of that name"},
    FindingCode{"rule.ambiguous", syntax, "there are several files that could be meant"},
    FindingCode{"samples.invalid", schema, "the sample paths are not given as they should be"},
    FindingCode{"samples.missing", semantic, "there are no sample paths to try it on"},
    FindingCode{"GLOB_MISMATCH", semantic, "the rule's glob matches none of the sample paths"},
    FindingCode{"EMPTY_EXTRACTION", semantic, "nothing is extracted from any sample path"},
    FindingCode{"TYPE_COERCION_FAILED", semantic, "an extracted value is not of its field's type"},
    FindingCode{"RUNTIME_ERROR", semantic, "the extractor failed on a sample path"},
};

} // namespace

std::span<FindingCode const> finding_codes() noexcept {
  return codes;
}

} // namespace artifactd
