#include "merge/kg/append.hpp"

#include "merge/artifacts/artifact_text.hpp"
#include "merge/graph/canonical.hpp"
#include "merge/kg/canonical_keys.hpp"
#include "state/json/diagnose.hpp"
#include "state/json/walk.hpp"

#include <algorithm>
#include <array>
#include <fmt/core.h>
#include <unordered_map>
#include <unordered_set>

namespace artifactd {

namespace {

/// The id of an entry as its canonical text; empty if it is no object or has no id.
std::string id_of(std::string_view entry) {
  if (json::type_of(entry) != json::Type::object) return "";
  for (auto const& member : json::members(entry)) {
    if (!json::decodes_to(member.key.of(entry), "id")) continue;
    auto type = json::type_of(member.value.of(entry));
    if (type == json::Type::string || type == json::Type::number) return canonical(member.value.of(entry));
  }
  return "";
}

struct Contribution {
  Artifact const* artifact;
  std::string_view text; ///< of the artifact or of one of its lines
  std::string_view value;
};

/// What one array of the graph holds, by id and by content.
class Entries {
public:
  explicit Entries(std::string_view array) {
    for (auto const& element : json::elements(array)) {
      auto entry = element.of(array);
      if (auto id = id_of(entry); !id.empty())
        by_id_.emplace(std::move(id), Entry{entry, nullptr});
      else
        anonymous_.insert(canonical(entry));
      ++count_;
    }
  }

  struct Entry {
    std::string_view text;
    Contribution const* from; ///< null: it is in the graph
  };

  enum class Known : std::uint8_t { fresh, same, conflict };
  Known add(std::string_view entry, Contribution const& from) {
    auto id = id_of(entry);
    if (id.empty()) {
      auto fresh = anonymous_.insert(canonical(entry)).second;
      count_ += fresh ? 1u : 0u;
      return fresh ? Known::fresh : Known::same;
    }
    auto [known, fresh] = by_id_.emplace(std::move(id), Entry{entry, &from});
    if (fresh) return ++count_, Known::fresh;
    return canonical(known->second.text) == canonical(entry) ? Known::same : Known::conflict;
  }
  /// The one with that id.
  [[nodiscard]] Entry const& known(std::string const& id) const { return by_id_.at(id); }
  [[nodiscard]] std::size_t count() const noexcept { return count_; }

private:
  std::unordered_map<std::string, Entry> by_id_;
  std::unordered_set<std::string> anonymous_;
  std::size_t count_ = 0;
};

/// `value` is inside the contribution's text.
Finding at_value(Contribution const& in, std::string_view value, std::string code, std::string message) {
  auto const& artifact = *in.artifact;
  Finding finding;
  finding.code = std::move(code);
  finding.tier = Tier::semantic;
  finding.file = artifact.path;
  json::locate(finding, artifact.bytes, static_cast<std::size_t>(value.data() - artifact.bytes.data()));
  finding.pointer = json::pointer_at(in.text, static_cast<std::size_t>(value.data() - in.text.data()));
  finding.message = std::move(message);
  return finding;
}

using Contributions = std::array<std::vector<Contribution>, canonical_arrays.size()>;

/// The artifacts' entries for each canonical array, in order of files and lines; without settled lines of
/// logs, which were appended before.
Contributions contributions(ArtifactSet const& set) {
  Contributions found;
  for (auto const& artifact : set.files) {
    for (auto text : texts_of(artifact, Lines::unsettled)) {
      for (auto const& member : json::members(text)) {
        auto key = json::decode(member.key.of(text));
        auto which = std::ranges::find(canonical_arrays, key, &CanonicalArray::key);
        if (which == canonical_arrays.end()) continue;
        auto index = static_cast<std::size_t>(which - canonical_arrays.begin());
        found[index].push_back({&artifact, text, member.value.of(text)});
      }
    }
  }
  return found;
}

/// A value that is no array cannot be appended.
std::vector<Finding> misshapen(std::vector<Contribution> const& from, std::string_view key) {
  std::vector<Finding> findings;
  for (auto const& each : from) {
    if (json::type_of(each.value) == json::Type::array) continue;
    auto finding = at_value(each, each.value, "append.not_array", fmt::format("\"{}\" is not an array", key));
    finding.expected = fmt::format("an array of entries to append to the graph's {}", key);
    finding.hint = "Wrap the entries in [ … ], even if there is only one.";
    findings.push_back(std::move(finding));
    if (findings.size() == most_findings) break;
  }
  return findings;
}

/// "artifacts/a/x.json, line 3, /entities/0"
std::string place_of(Entries::Entry const& entry) {
  auto const place = at_value(*entry.from, entry.text, "", "");
  return fmt::format("{}, line {}, {}", place.file, place.line.value_or(1), place.pointer.value_or(""));
}

Finding conflict(Contribution const& in, std::string_view entry, Entries::Entry const& other) {
  auto id = id_of(entry);
  auto const in_graph = other.from == nullptr;
  auto finding = at_value(in, entry, "append.conflict",
                          in_graph ? fmt::format("the id {} is taken by an entry with other content", id)
                                   : fmt::format("the id {} is also that of an entry with other content: {}",
                                                 id, place_of(other)));
  finding.expected = in_graph ? "a new id, or exactly the content that is in the graph"
                              : "a new id, or exactly the content that is there";
  finding.found = id;
  finding.hint = "Give the entry an id of its own, or drop it if it repeats one that is there.";
  return finding;
}

/// The entries to append, as text; conflicts are findings.
std::string fresh_entries(std::vector<Contribution> const& from, Entries& entries,
                          std::vector<Finding>& findings) {
  std::string added;
  for (auto const& each : from) {
    for (auto const& element : json::elements(each.value)) {
      auto entry = element.of(each.value);
      auto known = entries.add(entry, each);
      if (known == Entries::Known::fresh) {
        if (!added.empty()) added += ",\n    ";
        added += entry;
      } else if (known == Entries::Known::conflict) {
        findings.push_back(conflict(each, entry, entries.known(id_of(entry))));
        if (findings.size() == most_findings) return added;
      }
    }
  }
  return added;
}

void set_total(GraphDraft& draft, std::string_view total, std::size_t count) {
  auto stats = draft.member("stats");
  if (!stats) return;
  auto text = draft.keep(flatten(*stats));
  if (json::type_of(text) != json::Type::object) return;
  for (auto const& member : json::members(text)) {
    if (!json::decodes_to(member.key.of(text), total)) continue;
    draft.set("stats", {text.substr(0, member.value.begin), draft.keep(std::to_string(count)),
                        text.substr(member.value.end)});
    return;
  }
}

/// Adds after the last entry of `array`, whose closing bracket keeps its place.
void add_to_array(GraphDraft& draft, std::string_view key, std::string_view array, std::string added) {
  auto body = array.substr(0, array.find_last_not_of(" \t\r\n", array.size() - 2) + 1);
  auto tail = array.substr(body.size());
  draft.set(key, {body, body == "[" ? "" : ",\n    ", draft.keep(std::move(added)), tail});
}

Result<std::vector<Finding>> append_one(GraphDraft& draft, std::vector<Contribution> const& from,
                                        CanonicalArray const& which) {
  auto findings = misshapen(from, which.key);
  if (from.empty() || !findings.empty()) return findings;
  auto standing = draft.member(which.key);
  // A single piece until somebody appends in this rewrite; then it has to be flattened.
  auto array = !standing               ? std::string_view("[]")
               : standing->size() == 1 ? standing->front()
                                       : draft.keep(flatten(*standing));
  if (json::type_of(array) != json::Type::array)
    return fail(
        Fault::invalid,
        fmt::format("the graph's \"{}\" is not an array, so nothing can be appended to it", which.key));
  Entries entries(array);
  auto added = fresh_entries(from, entries, findings);
  if (!findings.empty()) return findings;
  if (!added.empty())
    add_to_array(draft, which.key, array, std::move(added));
  else if (!standing)
    draft.set(which.key, {"[]"});
  set_total(draft, which.total, entries.count());
  return findings;
}

} // namespace

Result<std::vector<Finding>> append_artifacts(GraphDraft& draft, ArtifactSet const& set) {
  std::vector<Finding> findings;
  auto from = contributions(set);
  for (std::size_t i = 0; i < canonical_arrays.size(); ++i)
    std::ranges::move(TRY(append_one(draft, from[i], canonical_arrays[i])), std::back_inserter(findings));
  return findings;
}

std::optional<std::size_t> add_missing_entries(GraphDraft& draft, std::string_view key,
                                               std::string_view array) {
  auto member = draft.member(key);
  auto standing = member ? draft.keep(flatten(*member)) : std::string_view("[]");
  if (json::type_of(standing) != json::Type::array) return std::nullopt;
  auto which = std::ranges::find(canonical_arrays, key, &CanonicalArray::key);
  auto const by_id = which != canonical_arrays.end();
  std::unordered_set<std::string> known;
  auto is_new = [&](std::string_view entry) {
    auto id = by_id ? id_of(entry) : "";
    return known.insert(id.empty() ? canonical_as_read(entry) : "id " + id).second;
  };
  auto const entries = json::elements(standing);
  for (auto const& element : entries)
    is_new(element.of(standing));
  std::string added;
  std::size_t missing = 0;
  for (auto const& element : json::elements(array)) {
    if (!is_new(element.of(array))) continue;
    added += added.empty() ? "" : ",\n    ";
    added += element.of(array);
    ++missing;
  }
  if (missing == 0) return 0;
  add_to_array(draft, key, standing, std::move(added));
  if (by_id) set_total(draft, which->total, entries.size() + missing);
  return missing;
}

} // namespace artifactd
