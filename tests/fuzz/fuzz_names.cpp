// Any bytes as a file name and as a record of the session's private files: a recognised signal is named as
// its layout says, and any name is shown in printable form.
#include "state/session/session_layout.hpp"
#include "state/settle/publish.hpp"
#include "tests/fuzz/demand.hpp"
#include "tests/support/kinds.hpp"

using namespace artifactd;
using fuzz::demand;

extern "C" int LLVMFuzzerTestOneInput(unsigned char const* data, std::size_t size) {
  std::string const text(reinterpret_cast<char const*>(data), size);
  auto const file = parse_signal_file(text, test::kinds());
  if (file.signal) {
    auto const expected =
        file.form == SignalForm::refused ? layout::refused(*file.signal) : layout::signal(*file.signal);
    demand(expected == text, "a signal has one file name");
    demand(file.signal->name.str().find('/') == std::string::npos, "a name is no path");
  }
  for (char const c : printable(text))
    demand(static_cast<unsigned char>(c) >= 0x20 && c != 0x7F, "what is shown is printable");
  if (auto const inodes = parse_swap_name("graph", text))
    demand(parse_swap_name("graph", swap_name("graph", *inodes)).has_value(), "a swap name is read again");
  return 0;
}
