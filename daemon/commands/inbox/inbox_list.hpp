// The list of the inbox as a value: which rows are shown in which order, where the cursor is, what is marked.
// Items are identified by their titles, so that cursor and marks stay with them when the list is refreshed.
// The texts are safe to print, except for titles.
#pragma once

#include "daemon/terminal/display_text.hpp"
#include "daemon/terminal/terminal.hpp"
#include "state/settle/lifecycle.hpp"

#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace artifactd {

struct InboxItem {
  std::string title;   ///< "a.kg  /srv/s1"; unique
  std::string root;    ///< of its session
  std::string session; ///< below its root
  std::string signal;  ///< "a.kg"
  std::string age;     ///< "3 min"
  std::string reason;  ///< short
  std::string code;    ///< of its last error; empty: not known
  std::vector<std::string> details;
  Station station = Station::analysis_error;
  Circumstances circumstances = {};
};

enum class InboxOrder : std::uint8_t {
  age, ///< as given: those with no attempt left first, the oldest first
  session,
  code,
  agent
};
[[nodiscard]] std::string_view order_word(InboxOrder order) noexcept;

class InboxList {
public:
  void show(std::vector<InboxItem> items);
  /// Shows only items that contain the text somewhere, ignoring case.
  void narrow(std::string text);
  /// The next order; the cursor stays on its item.
  void sort();
  void move(int by);
  void mark();       ///< or unmarks the current one, and moves to the next
  void mark_alike(); ///< all shown ones with the code of the current one
  void unmark() { marked_.clear(); }

  [[nodiscard]] std::size_t size() const noexcept { return items_.size(); }
  [[nodiscard]] std::size_t shown() const noexcept { return order_.size(); }
  [[nodiscard]] std::string const& filter() const noexcept { return filter_; }
  [[nodiscard]] InboxOrder order() const noexcept { return sorted_by_; }
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
  /// At most as many as fit; includes the cursor's. Each root is a heading above its sessions,
  /// and the first line while they scroll.
  [[nodiscard]] Lines lines(ScreenSize room, Charset charset) const;

private:
  struct Widths {
    std::size_t session = 0;
    std::size_t signal = 0;
    std::size_t age = 0;
  };
  void arrange();
  void go_to(std::string const& title);
  [[nodiscard]] bool before(InboxItem const& a, InboxItem const& b) const;
  [[nodiscard]] Widths widths(std::size_t room) const;
  [[nodiscard]] std::string row(std::size_t place, Widths const& widths, Charset charset) const;

  std::vector<InboxItem> items_ = {};
  std::vector<std::size_t> order_ = {}; ///< of those shown, root by root
  std::size_t cursor_ = 0;              ///< in order_
  std::set<std::string> marked_ = {};   ///< titles
  std::string filter_ = {};
  InboxOrder sorted_by_ = InboxOrder::age;
};

} // namespace artifactd
