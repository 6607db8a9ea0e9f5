#include "agents/edit/model/repair_by_patches.hpp"

#include "agents/edit/model/patch_contract.hpp"
#include "agents/edit/model/patch_request.hpp"
#include "agents/edit/model/told_errors.hpp"
#include "state/json/json_text.hpp"
#include "state/vocabulary/names.hpp"

#include <algorithm>
#include <fmt/core.h>

namespace artifactd::editor {

namespace {

/// Artifacts and what is wrong with them.
struct PatchStanding {
  ArtifactSet set;
  std::vector<Finding> findings;
  std::vector<std::string> reported; ///< reported, but found by no check

  [[nodiscard]] std::vector<std::string> errors() const {
    std::vector<std::string> lines;
    for (auto const& each : findings)
      lines.push_back(error_line(each));
    lines.insert(lines.end(), reported.begin(), reported.end());
    return lines;
  }
};

class PatchRepair {
public:
  PatchRepair(ArtifactJudge const& judge, ModelDesk& desk) : judge_(judge), desk_(desk) {}

  Result<Repair> run(ArtifactSet const& set, std::vector<std::string> reported, unsigned attempts) {
    standing_ = TRY(judged(set, {}));
    auto is_found = [&](std::string const& each) {
      return std::ranges::find(standing_.findings, each, &Finding::message) != standing_.findings.end();
    };
    std::erase_if(reported, is_found);
    standing_.reported = std::move(reported);
    repair_.errors = standing_.errors();
    auto const first_reported = standing_.reported;
    while (repair_.attempts.size() < attempts && !standing_.errors().empty()) {
      auto plan = planned();
      if (!plan) {
        repair_.trouble = plan.error();
        break;
      }
      TRY(carry_out_plan(*std::move(plan)));
    }
    repair_.remaining = standing_.errors();
    repair_.unproven = without(first_reported, standing_.reported);
    for (std::size_t i = 0; i < set.files.size(); ++i)
      if (auto const& now = standing_.set.files[i]; now.bytes != set.files[i].bytes)
        repair_.changed.push_back({now.name, now.path, now.bytes});
    return std::move(repair_);
  }

private:
  Result<PatchStanding> judged(ArtifactSet set, std::vector<std::string> reported) {
    auto findings = TRY(judge_(set));
    repair_.judgements.push_back({texts_digest(set), findings});
    return PatchStanding{std::move(set), std::move(findings), std::move(reported)};
  }

  /// Schema errors say what is required; other errors, and those left by the first attempt, need a stronger
  /// model.
  [[nodiscard]] std::string const& key() const {
    auto const& keys = desk_.keys();
    auto const plain = repair_.attempts.empty() && standing_.reported.empty() &&
                       std::ranges::all_of(standing_.findings,
                                           [](Finding const& each) { return each.tier == Tier::schema; });
    if (!plain && !keys.complex_fragments.empty()) return keys.complex_fragments;
    return keys.fragments.empty() ? keys.coordinator : keys.fragments;
  }

  Result<ChangePlan> planned() {
    auto errors = standing_.errors();
    if (errors.size() > most_errors_told) errors.resize(most_errors_told);
    auto const answer = TRY(
        desk_.ask(key(), patch_request({standing_.set, standing_.findings, errors, earlier_}),
                  patch_contract(standing_.set, errors, standing_.findings, !standing_.reported.empty())));
    return patch_plan_from(answer.value, answer.json, errors);
  }

  /// Applies all of its patches, or none.
  Result<void> carry_out_plan(ChangePlan plan) {
    auto const before = standing_.errors();
    auto after = TRY(judged(TRY(with_patches(standing_.set, plan.patches)), still_reported(plan)));
    auto const left = after.errors();
    RepairAttempt attempt{std::move(plan), {}, {}, 0};
    auto const idle = texts_digest(after.set) == texts_digest(standing_.set);
    if (!idle && is_better(before, left)) {
      standing_ = std::move(after);
      attempt.kept = {0};
      earlier_ = "Patches were kept; the files are shown as they left them.";
    } else {
      attempt.undone = {idle ? "the patches change nothing" : why_undone(before, left)};
      earlier_ = fmt::format("Patches were reverted: {}.\nThey were: {}", attempt.undone.front(),
                             told_patches(attempt.plan.patches));
    }
    attempt.errors_left = standing_.errors().size();
    repair_.attempts.push_back(std::move(attempt));
    return {};
  }

  [[nodiscard]] std::vector<std::string> still_reported(ChangePlan const& plan) const {
    auto reported = standing_.reported;
    for (auto const& patch : plan.patches)
      for (auto const& addressed : patch.errors_addressed)
        std::erase(reported, addressed);
    return reported;
  }

  static std::string why_undone(std::vector<std::string> const& before,
                                std::vector<std::string> const& after) {
    auto text = fmt::format("they leave {} errors of {}", after.size(), before.size());
    for (auto const& each : after)
      if (std::ranges::find(before, each) == before.end())
        return fmt::format("{}, and a new one: {}", text, printable(each));
    return text;
  }

  static std::string told_patches(std::vector<PointerPatch> const& patches) {
    constexpr std::size_t longest_list = 8000; // bytes
    std::string text;
    for (auto const& patch : patches) {
      auto const line = compact(to_json(patch));
      if (text.size() + line.size() > longest_list) return text + "\n…";
      text += "\n" + line;
    }
    return text;
  }

  ArtifactJudge const& judge_;
  ModelDesk& desk_;
  Repair repair_;
  PatchStanding standing_;
  std::string earlier_; ///< the outcome of the last attempt
};

} // namespace

Result<Repair> repair_by_patches(ArtifactSet const& set, std::vector<std::string> const& reported,
                                 ArtifactJudge const& judge, ModelDesk& desk, unsigned attempts) {
  return PatchRepair(judge, desk).run(set, reported, attempts);
}

} // namespace artifactd::editor
