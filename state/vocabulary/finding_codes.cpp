#include "state/vocabulary/finding.hpp"

#include <array>

namespace artifactd {

namespace {

constexpr auto syntax = Tier::syntax;
constexpr auto schema = Tier::schema;
constexpr auto semantic = Tier::semantic;

constexpr std::array codes = {
    FindingCode{"file.missing", syntax, "a file this agent must write is missing"},
    FindingCode{"file.none", syntax, "there are no artifact files"},
    FindingCode{"file.ignored", syntax,
                "files that look like artifacts are not read: they have another ending, or lie deeper"},
    FindingCode{"file.empty", syntax, "the file is empty"},
    FindingCode{"file.too_large", syntax, "the file is larger than an artifact may be"},
    FindingCode{"file.not_regular", syntax, "the name belongs to a directory, pipe, socket or device"},
    FindingCode{"file.symlink", syntax, "the file is a symbolic link"},
    FindingCode{"file.hard_link", syntax, "the file has other names (hard links)"},
    FindingCode{"file.foreign_mount", syntax, "the path leads to another file system"},
    FindingCode{"file.too_many", syntax, "there are more artifact files than allowed"},
    FindingCode{"file.ambiguous", syntax, "the same artifact exists both plain and compressed"},
    FindingCode{"dir.missing", syntax, "the agent's artifact directory is missing"},
    FindingCode{"dir.not_directory", syntax, "there is a file where the artifact directory should be"},
    FindingCode{"dir.symlink", syntax, "the directory of submitted files is a symbolic link"},
    FindingCode{"dir.too_large", syntax, "the agent's artifacts together hold more than allowed"},
    FindingCode{"dir.too_many_members", syntax,
                "the agent's objects together have more members than allowed"},
    FindingCode{"gzip.not_gzip", syntax, "a compressed artifact does not begin with the gzip signature"},
    FindingCode{"gzip.truncated", syntax, "the compressed data ends too early"},
    FindingCode{"gzip.corrupt", syntax, "the compressed data is damaged, or its checksum is wrong"},
    FindingCode{"gzip.trailing", syntax, "something follows the compressed data"},
    FindingCode{"gzip.too_large", syntax, "unpacked, the artifact is larger than allowed"},
    FindingCode{"log.line_too_large", syntax, "a line of a log is larger than an artifact may be"},
    FindingCode{"log.too_many_lines", syntax, "the agent's logs together have more lines than allowed"},
    FindingCode{"log.no_line", syntax, "there are only logs, and none has a complete line"},
    FindingCode{"log.torn", syntax, "the last line of a log is unfinished and waits"},
    FindingCode{"json.empty", syntax, "the text is only white space"},
    FindingCode{"json.bom", syntax, "the text begins with a byte order mark"},
    FindingCode{"json.encoding", syntax, "the text is not UTF-8"},
    FindingCode{"json.unexpected", syntax, "a character that is not allowed there"},
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
    FindingCode{"schema.violation", schema, "a value does not match the configured JSON Schema"},
    FindingCode{"assert.failed", semantic, "a configured jq assertion does not hold"},
    FindingCode{"run.nothing", semantic, "the agent was run again and submitted nothing"},
    FindingCode{"run.failed", semantic, "the agent was run again and did not finish"},
    FindingCode{"run.cancelled", semantic, "a person ended the agent's run"},
    FindingCode{"run.not_started", semantic, "the agent's command could not be started"},
    FindingCode{"agent.unexpected", semantic, "the agent's metadata says it produces no artifacts"},
};

} // namespace

std::span<FindingCode const> finding_codes() noexcept {
  return codes;
}

} // namespace artifactd
