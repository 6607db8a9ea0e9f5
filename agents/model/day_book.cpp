#include "agents/model/day_book.hpp"

#include "agents/model/strict_json.hpp"
#include "state/json/json_member.hpp"
#include "state/session/atomic_file.hpp"
#include "state/vocabulary/names.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <fmt/core.h>
#include <sys/file.h>
#include <utility>

namespace artifactd::model {

namespace {

constexpr auto book_file = "day.json";
constexpr std::size_t largest_book = 4096;

struct BookMember {
  char const* name;
  std::uint64_t Spending::* value;
};
constexpr std::array book_members = {BookMember{"tokens", &Spending::tokens},
                                     BookMember{"micro_dollars", &Spending::money},
                                     BookMember{"unpriced_tokens", &Spending::unpriced}};

bool is_within(Spending const& taken, Spending const& stated) {
  return std::ranges::all_of(book_members,
                             [&](BookMember const& each) { return taken.*each.value <= stated.*each.value; });
}

std::string book_text(Day day, Spending const& spent) {
  nlohmann::ordered_json json{{"version", 1}, {"day", day_text(day)}};
  for (auto const& each : book_members)
    json[each.name] = spent.*each.value;
  return json.dump() + '\n';
}

struct PageText {
  std::string day;
  Spending spent;
};

std::optional<PageText> page_of(std::string_view text) {
  auto const json = read_json(text, {.bytes = largest_book, .depth = 2});
  if (!json || !json->is_object() || json->value("version", nlohmann::ordered_json()) != 1)
    return std::nullopt;
  PageText page{text_member(*json, "day"), {}};
  for (auto const& each : book_members) {
    auto const found = json->find(each.name);
    if (found == json->end() || !found->is_number_unsigned()) return std::nullopt;
    page.spent.*each.value = found->get<std::uint64_t>();
  }
  if (page.day.size() != day_text(Day{}).size()) return std::nullopt;
  return page;
}

} // namespace

Result<std::unique_ptr<DayBook>> DayBook::open(Session directory, std::function<Day()> today) {
  if (::flock(directory.directory(), LOCK_EX | LOCK_NB) != 0) {
    if (errno != EWOULDBLOCK) return fail(errno_error("lock", directory.shown()));
    return fail(Fault::busy, directory.shown() + ": another `artifactd model` already uses it");
  }
  std::unique_ptr<DayBook> book(new DayBook(std::move(directory), std::move(today)));
  TRY(book->read());
  return book;
}

/// A day in the future (the clock was wrong) counts as today.
Result<void> DayBook::read() {
  calls_.read();
  auto const text = TRY(unless_missing(read_file(directory_.directory(), book_file, largest_book)));
  if (!text) return {};
  auto const page = page_of(*text);
  if (!page)
    return fail(Fault::invalid, fmt::format("{}/{} is damaged: today's spending is unknown; remove it "
                                            "to start at zero",
                                            directory_.shown(), book_file));
  if (page->day < day_text(day_)) return {};
  written_ = {day_, page->spent};
  ledger_.book(day_account(day_), page->spent);
  return {};
}

void DayBook::turn_page() {
  auto const now = clock_();
  if (now <= day_) return;
  ledger_.close_all(); // calls in flight settle on accounts that are no longer read
  day_ = now;
}

DayBook::Page DayBook::current_page() {
  auto const day = today();
  return {day, ledger_.committed(day_account(day))};
}

Spending DayBook::stated(Day day) const noexcept {
  return written_.day == day ? written_.taken : Spending{};
}

Result<void> DayBook::write(Page const& page) {
  TRY(replace_file(directory_, book_file, book_text(page.day, page.taken)));
  written_ = page;
  return {};
}

Result<void> DayBook::cover() {
  std::lock_guard const writing(writing_);
  auto const page = current_page();
  if (is_within(page.taken, stated(page.day))) return {};
  return write(page);
}

Result<void> DayBook::note_if_idle() {
  std::lock_guard const writing(writing_);
  auto const page = current_page();
  if (page.taken == stated(page.day) || ledger_.has_reserved(day_account(page.day))) return {};
  return write(page);
}

DayBook::~DayBook() {
  [[maybe_unused]] auto const written = note_if_idle(); // if it fails, the disk overstates the spending
}

Day DayBook::today() {
  std::lock_guard const lock(mutex_);
  turn_page();
  return day_;
}

Spending DayBook::spent_today() {
  return ledger_.spent(day_account(today()));
}

std::expected<Reply, Failure> NotedModel::ask(Request const& request, CallLimits const& limits) {
  if (auto noted = book_.cover(); !noted)
    return failed_call(Failing::transient,
                       "spending cannot be recorded: " + printable(noted.error().message));
  return model_.ask(request, limits);
}

} // namespace artifactd::model
