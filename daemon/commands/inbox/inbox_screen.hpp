// The inbox on a whole screen, as a value: keys change it, render() shows it, and a Wish tells the caller
// what to do. What an opened item shows, and which keys it takes, is its Station in the lifecycle; with
// nothing opened (Station::closed) the list is shown.
#pragma once

#include "daemon/commands/inbox/inbox_list.hpp"
#include "daemon/terminal/keys.hpp"
#include "state/vocabulary/finding.hpp"

#include <optional>
#include <string>
#include <vector>

namespace artifactd {

enum class Wish : std::uint8_t { nothing, leave, look_again, hint, edit, fresh, abandon, cancel };

class InboxScreen {
public:
  explicit InboxScreen(Charset charset = Charset::utf8) : charset_(charset) {}

  /// The inbox's current content, and how many other things need a person. The cursor stays on its item; an
  /// opened item that is gone is closed.
  void show(std::vector<InboxItem> items, std::size_t strange);
  void say(std::string notice) { notice_ = std::move(notice); }

  /// The wish is about chosen(). `size`: of the screen on which the key was pressed.
  Wish press(Key const& key, ScreenSize size = {});

  /// Indexes of the items as shown: the opened one; in the list the marked ones or, without any, the one at
  /// the cursor.
  [[nodiscard]] std::vector<std::size_t> chosen() const;
  [[nodiscard]] std::size_t current() const { return list_.index(); }
  [[nodiscard]] Station station() const noexcept { return station_; }
  [[nodiscard]] std::string const& typed() const noexcept { return typed_; } ///< the hint

  /// Exactly `height` lines, none wider than `width` columns.
  [[nodiscard]] std::vector<std::string> render(ScreenSize size, Colour colour) const;

private:
  enum class Mode : std::uint8_t { keys, filter, help };

  Wish press_in_list(Key const& key, ScreenSize room);
  Wish press_in_item(Key const& key, ScreenSize room);
  Wish press_in_hint(Key const& key);
  Wish press_in_filter(Key const& key);
  Wish answer(Key const& key);
  Wish escape_from_list();
  Wish wish_for(Happening happening);
  Wish wish_for_marked(Happening happening);
  bool arrange_list(Key const& key, ScreenSize room);
  [[nodiscard]] bool in_list() const noexcept { return station_ == Station::closed; }
  [[nodiscard]] bool bulk() const { return in_list() && !list_.marked().empty(); }
  [[nodiscard]] Circumstances circumstances() const;
  [[nodiscard]] ScreenSize room_in(ScreenSize size) const;
  [[nodiscard]] InboxList::Lines body(ScreenSize room) const;
  [[nodiscard]] std::string title() const;
  [[nodiscard]] std::string question() const;
  [[nodiscard]] std::vector<std::string> offers(ScreenSize room) const;
  [[nodiscard]] std::vector<std::string> footers(ScreenSize room) const;

  Charset charset_;
  InboxList list_ = {};
  std::size_t strange_ = 0;
  std::size_t scroll_ = 0; ///< lines of the details above the screen
  Mode mode_ = Mode::keys;
  Station station_ = Station::closed;
  std::optional<Happening> asked_ = {}; ///< the action that awaits confirmation
  std::string typed_ = {};
  std::string notice_ = {};
};

} // namespace artifactd
