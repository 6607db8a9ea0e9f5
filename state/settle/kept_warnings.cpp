#include "state/settle/kept_warnings.hpp"

#include "state/json/json_text.hpp"
#include "state/json/scan.hpp"
#include "state/session/atomic_file.hpp"
#include "state/session/session_layout.hpp"
#include "state/vocabulary/told_findings.hpp"

namespace artifactd {

namespace {

constexpr std::size_t longest_warnings = 1u << 20;

Json as_json(DropId const& drop) {
  return {{"inode", drop.inode}, {"birth_ns", drop.birth_ns}, {"modified_ns", drop.modified_ns}};
}

} // namespace

Result<void> keep_warnings(Claim const& /*claim*/, Session const& session, Sighting const& accepted,
                           std::vector<Finding> const& findings) {
  Json const document{{"version", 1},
                      {"submission", as_json(drop_id(accepted.stamp))},
                      {"warnings", told_warnings(ToldFindings(findings))}};
  TRY(session.private_directory(layout::warnings));
  return replace_file(session, layout::warnings_of(accepted.signal), pretty(document) + "\n");
}

Json kept_warnings(Session const& session, SignalName const& signal, DropId const& accepted) {
  auto told = Json::array();
  auto const text = read_file(session.directory(), layout::warnings_of(signal), longest_warnings);
  if (!text || !json::scan(*text, {.depth = 32})) return told;
  auto const document = Json::parse(*text, nullptr, false);
  if (!document.is_object() || document.value("submission", Json()) != as_json(accepted)) return told;
  for (auto const& each : document.value("warnings", Json::array())) {
    auto const finding = finding_from_json(each);
    if (!finding || finding->severity != Severity::warning) continue;
    auto& row = told.emplace_back(to_json(*finding));
    auto const occurrences = each.value("occurrences", Json(1));
    row["occurrences"] = occurrences.is_number_unsigned() ? occurrences : Json(1);
  }
  return told;
}

} // namespace artifactd
