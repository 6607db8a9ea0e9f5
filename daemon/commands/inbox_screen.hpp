// The inbox on a whole screen, as a value: keys change it, render() shows it, and what has to be done in the
// world it says as a Wish. What is shown of one item, and which keys it takes, is its Station in the
// lifecycle; with nothing opened (Station::closed) the list is shown.
#pragma once

#include "daemon/keys.hpp"
#include "daemon/terminal.hpp"
#include "state/finding.hpp"
#include "state/settle/lifecycle.hpp"

#include <optional>
#include <string>
#include <vector>

namespace artifactd {

struct InboxItem {
  std::string title;   ///< "a.kg  /srv/s1"; tells the item from all others
  std::string summary; ///< why and since when, short
  std::vector<std::string> details;
  Station station = Station::analysis_error;
  Circumstances circumstances = {};
};

enum class Wish : std::uint8_t { nothing, leave, look_again, hint, edit, fresh, abandon, cancel };

class InboxScreen {
public:
  /// What the inbox holds now, and how much that is no refused work. The cursor stays on its item; an opened
  /// item that is gone is closed.
  void show(std::vector<InboxItem> items, std::size_t strange);
  void say(std::string notice) { notice_ = std::move(notice); }

  /// The wish is about current().
  Wish press(Key const& key);

  [[nodiscard]] std::size_t current() const noexcept { return cursor_; }
  [[nodiscard]] Station station() const noexcept { return station_; }
  [[nodiscard]] std::string const& typed() const noexcept { return typed_; } ///< the hint

  /// Exactly `height` lines, none longer than `width` characters.
  [[nodiscard]] std::vector<std::string> render(ScreenSize size, Colour colour) const;

private:
  Wish press_in_list(Key const& key);
  Wish press_in_item(Key const& key);
  Wish press_in_hint(Key const& key);
  Wish answer(Key const& key);
  Wish wish_for(Happening happening);
  void move(int by);
  [[nodiscard]] Circumstances circumstances() const;
  [[nodiscard]] std::vector<std::string> list_lines(ScreenSize room) const;
  [[nodiscard]] std::vector<std::string> item_lines(ScreenSize room) const;
  [[nodiscard]] std::string footer() const;

  std::vector<InboxItem> items_;
  std::size_t strange_ = 0;
  std::size_t cursor_ = 0;
  std::size_t scroll_ = 0; ///< of the details
  Station station_ = Station::closed;
  std::optional<Happening> asked_; ///< abandon or cancel: whether it is really meant
  std::string typed_;
  std::string notice_;
};

} // namespace artifactd
