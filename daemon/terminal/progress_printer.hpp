// Shows on stderr how far long work has come, while it lasts: as a bar on a terminal, which is erased when
// the work is over, or as JSON lines. stdout is left alone. The bar appears after half a second.
#pragma once

#include "daemon/terminal/display_text.hpp"
#include "state/vocabulary/progress.hpp"

#include <cstdint>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

namespace artifactd {

enum class ProgressForm : std::uint8_t { none, bar, json };

/// A bar if stderr is a terminal that can erase a line, else nothing.
[[nodiscard]] ProgressForm progress_on_terminal();

/// Erases a bar: for what else is written to stderr meanwhile.
inline constexpr char const* erase_bar = "\r\x1b[K";

class ProgressPrinter {
public:
  explicit ProgressPrinter(ProgressForm form, Colour colour = Colour::off);
  ~ProgressPrinter();
  ProgressPrinter(ProgressPrinter const&) = delete;
  ProgressPrinter& operator=(ProgressPrinter const&) = delete;

  /// From any thread, as often as one likes.
  void show(Progress const& progress);
  /// Calls show(); empty if nothing is shown.
  [[nodiscard]] OnProgress listener();

private:
  class Ticker;
  std::unique_ptr<Ticker> ticker_; ///< null: nothing is shown
};

/// "settling sessions  ████░░░░  12 of 24", in less than `width` columns.
[[nodiscard]] std::string progress_bar(Progress const& progress, std::size_t width, Charset charset,
                                       Colour colour);

/// {"version":1,"event":"progress","doing":"settling sessions","done":12,"of":24}; "of" if it is known.
[[nodiscard]] nlohmann::ordered_json to_json(Progress const& progress);

} // namespace artifactd
