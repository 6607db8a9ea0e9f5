#include "agents/state/fix_plan.hpp"

#include "agents/state/untouchable.hpp"
#include "state/platform/stamp.hpp"
#include "state/session/atomic_file.hpp"
#include "state/session/session_layout.hpp"
#include "state/text/unified_diff.hpp"
#include "state/vocabulary/names.hpp"

#include <algorithm>
#include <filesystem>
#include <fmt/core.h>
#include <sys/stat.h>

namespace artifactd {

namespace {

using tuning::ChangeAction;
using tuning::FileChange;

/// A file during the changes of one fix, which may name it several times.
struct Touched {
  FileEdit edit;
  std::uint64_t inode = 0; ///< two spellings of a name may be one file
};

class Planning {
public:
  Planning(FixTarget const& target, std::vector<std::string> const& verify)
      : target_(target), directory_(target.directory.get()), verify_(verify) {}

  Result<FixPlan> run(tuning::Fix const& fix) {
    if (!Name::parse(fix.id.text))
      drift(fix.id.text, "the fix's id cannot be the name of a backup directory");
    for (auto const& change : fix.changes)
      TRY(plan(change));
    check_paths();
    FixPlan plan;
    for (auto& [edit, inode] : files_)
      if (edit.before != edit.after) plan.edits.push_back(std::move(edit));
    if (plan.edits.empty() && drifts_.empty())
      drift(fix.id.text, "every file is already as the fix wants it");
    plan.drifts = std::move(drifts_);
    return plan;
  }

private:
  void drift(std::string const& file, std::string why) { drifts_.push_back({file, std::move(why)}); }

  /// A path that is a file in the end has nothing below it.
  void check_paths() {
    for (auto const& file : files_)
      for (auto const& below : files_)
        if (file.edit.after && below.edit.after && below.edit.path.starts_with(file.edit.path + "/"))
          drift(below.edit.path, "the fix wants " + file.edit.path + " to be a file");
  }

  Result<void> plan(FileChange const& change) {
    auto const& file = change.file.text;
    if (file.find_first_of("*?[") != file.npos)
      return drift(file, "it does not name a single file"), Result<void>();
    if (file == layout::change_room || file.starts_with(layout::change_room + "/") || file.ends_with('/') ||
        file.contains("//"))
      return drift(file, "it cannot be the name of a file"), Result<void>();
    if (holds_internals(file))
      return drift(file, "it belongs to version control or a package manager"), Result<void>();
    if (names_file(verify_, target_, file))
      return drift(file, "the command that verifies fixes (verify) names it, so no fix may change it"),
             Result<void>();
    if (std::filesystem::path(file).lexically_normal() == "SKILL.md" && change.action == ChangeAction::remove)
      return drift(file, "without it the target is not a skill"), Result<void>();
    auto* touched = TRY(look(file));
    if (touched == nullptr) return {};
    switch (change.action) {
    case ChangeAction::create:
      create(change, *touched);
      break;
    case ChangeAction::modify:
      modify(change, *touched);
      break;
    case ChangeAction::remove:
      remove(change, *touched);
      break;
    }
    return {};
  }

  /// Null, with a drift, if it is not a file that can be changed.
  Result<Touched*> look(std::string const& file) {
    for (auto& each : files_)
      if (each.edit.path == file) return &each;
    if (!leads_below(file)) return drift(file, "its path leads through a link or a file"), nullptr;
    auto stamp = stamp_at(directory_, file);
    if (!stamp && stamp.error().fault != Fault::missing) return refuse(file, std::move(stamp).error());
    Touched touched{{file, std::nullopt, std::nullopt, 0644}};
    if (stamp) {
      if (!is_plain_file(*stamp)) return drift(file, "it is not a regular file with a single name"), nullptr;
      if ((stamp->mode & (S_ISUID | S_ISGID)) != 0)
        return drift(file, "it runs as its owner or group"), nullptr;
      auto text = read_file(directory_, file, longest_edited);
      if (!text) return refuse(file, std::move(text).error());
      touched = {{file, *text, *text, stamp->mode & 0777}, stamp->inode};
      auto same = std::ranges::find(files_, touched.inode, &Touched::inode);
      if (same != files_.end()) return drift(file, "it is the same file as " + same->edit.path), nullptr;
    }
    return &files_.emplace_back(std::move(touched));
  }

  /// Every existing part of its path is a real directory inside the target.
  [[nodiscard]] bool leads_below(std::string const& file) const {
    for (auto slash = file.find('/'); slash != file.npos; slash = file.find('/', slash + 1)) {
      auto part = file.substr(0, slash);
      if (open_directory(directory_, part)) continue;
      auto stamp = stamp_at(directory_, part);
      return !stamp && stamp.error().fault == Fault::missing; // missing: will be created
    }
    return true;
  }

  Result<Touched*> refuse(std::string const& file, Error error) {
    if (error.fault != Fault::unsafe && error.fault != Fault::too_large && error.fault != Fault::missing)
      return fail(std::move(error));
    drift(file, error.fault == Fault::too_large ? "it is too large"
                                                : "its path leads through a link or out of the target");
    return nullptr;
  }

  void take(FileChange const& change, Touched& touched, Result<std::string> text) {
    if (text)
      touched.edit.after = *std::move(text);
    else
      drift(change.file.text, text.error().message);
  }

  void create(FileChange const& change, Touched& touched) {
    auto wanted = change.new_content ? Result<std::string>(change.new_content->text)
                                     : apply_diff("", change.diff ? change.diff->text : "");
    if (touched.edit.after && wanted && *touched.edit.after != *wanted)
      return drift(change.file.text, "it already exists with other content");
    take(change, touched, std::move(wanted));
  }

  void remove(FileChange const& change, Touched& touched) {
    auto const& text = touched.edit.after;
    if (text && change.old_content && *text != change.old_content->text)
      return drift(change.file.text, "its content is not what the fix was to remove");
    touched.edit.after.reset();
  }

  void modify(FileChange const& change, Touched& touched) {
    auto const& file = change.file.text;
    if (!touched.edit.after) return drift(file, "there is no such file");
    auto const& text = *touched.edit.after;
    if (!change.old_content || !change.new_content)
      return take(change, touched, apply_diff(text, change.diff ? change.diff->text : ""));
    auto const& old = change.old_content->text;
    auto const& wanted = change.new_content->text;
    if (text == wanted) return;
    if (text == old) return take(change, touched, wanted);
    auto at = old.empty() ? text.npos : text.find(old);
    if (at == text.npos) return drift(file, "the text to replace is not there");
    if (text.find(old, at + 1) != text.npos)
      return drift(file, "the text to replace is there more than once");
    take(change, touched, std::string(text).replace(at, old.size(), wanted));
  }

  FixTarget const& target_;
  int directory_;
  std::vector<std::string> const& verify_;
  std::vector<Touched> files_;
  std::vector<Drift> drifts_;
};

} // namespace

Result<FixPlan> plan_fix(FixTarget const& target, tuning::Fix const& fix,
                         std::vector<std::string> const& verify) {
  return Planning(target, verify).run(fix);
}

} // namespace artifactd
