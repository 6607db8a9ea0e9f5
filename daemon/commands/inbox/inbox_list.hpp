// The list of the inbox as a value: which rows are shown, where the cursor is, what is marked. Items are
// identified by their titles, so that cursor and marks stay with them when the list is refreshed.
#pragma once

#include "daemon/terminal/display_text.hpp"
#include "daemon/terminal/terminal.hpp"
#include "state/settle/lifecycle.hpp"

#include <cstddef>
#include <set>
#include <string>
#include <vector>

namespace artifactd {

struct InboxItem {
  std::string title;   ///< "a.kg  /srv/s1"; unique
  std::string root;    ///< of its session
  std::string label;   ///< its name in the list below its root: "s1  a.kg"
  std::string summary; ///< why and since when, short
  std::string code;    ///< of its last error; empty: not known
  std::vector<std::string> details;
  Station station = Station::analysis_error;
  Circumstances circumstances = {};
};

class InboxList {
public:
  void show(std::vector<InboxItem> items);
  /// Shows only items that contain the text somewhere, ignoring case.
  void narrow(std::string text);
  void move(int by);
  void mark();       ///< or unmarks the current one, and moves to the next
  void mark_alike(); ///< all shown ones with the code of the current one
  void unmark() { marked_.clear(); }

  [[nodiscard]] std::size_t size() const noexcept { return items_.size(); }
  [[nodiscard]] std::size_t shown() const noexcept { return order_.size(); }
  [[nodiscard]] std::string const& filter() const noexcept { return filter_; }
  /// Null if none is shown.
  [[nodiscard]] InboxItem const* current() const;
  /// Its index in what was given to show().
  [[nodiscard]] std::size_t index() const;
  /// The same for the marked ones that are shown.
  [[nodiscard]] std::vector<std::size_t> marked() const;

  struct Lines {
    std::vector<std::string> text;
    std::size_t cursor = 0; ///< index of the current one
  };
  /// At most as many as fit; includes the cursor's.
  [[nodiscard]] Lines lines(ScreenSize room, Charset charset) const;

private:
  void arrange();
  [[nodiscard]] std::string row(InboxItem const& item, std::size_t label_width, bool here) const;

  std::vector<InboxItem> items_ = {};
  std::vector<std::size_t> order_ = {}; ///< of those shown, root by root
  std::size_t cursor_ = 0;              ///< in order_
  std::set<std::string> marked_ = {};   ///< titles
  std::string filter_ = {};
  bool several_roots_ = false;
};

} // namespace artifactd
