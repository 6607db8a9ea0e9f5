#include "tests/toy/tally_work.hpp"

#include "state/platform/digest.hpp"
#include "state/session/atomic_file.hpp"
#include "state/session/session_layout.hpp"
#include "state/settle/input_file.hpp"

#include <charconv>
#include <fmt/core.h>
#include <sstream>
#include <stdexcept>

namespace artifactd::toy {

namespace {

constexpr std::size_t longest = 64 * 1024;

Finding wrong_line(std::string const& file, std::size_t number, std::string const& line) {
  Finding finding;
  finding.code = "tally.not_a_number";
  finding.tier = Tier::syntax;
  finding.file = file;
  finding.line = number;
  finding.message = "a line is not a whole number";
  finding.expected = "one whole number on each line";
  finding.found = line;
  return finding;
}

std::vector<Finding> add_up(std::string const& file, std::string const& text, long& sum) {
  std::vector<Finding> findings;
  std::istringstream lines(text);
  std::size_t number = 0;
  for (std::string line; std::getline(lines, line);) {
    if (line == "throw") throw std::logic_error("a number was told to throw");
    long value = 0;
    auto const [end, error] = std::from_chars(line.data(), line.data() + line.size(), value);
    ++number;
    if (error == std::errc() && end == line.data() + line.size())
      sum += value;
    else
      findings.push_back(wrong_line(file, number, line));
  }
  return findings;
}

Result<std::optional<InputFile>> read(Session const& session, Submission const& each) {
  auto const file = layout::inputs_of(each.sighting.signal);
  return read_input(session.directory(), file, file, longest);
}

std::string digest_of(std::optional<InputFile> const& input) {
  return Digest().add(input ? input->bytes : "").hex();
}

Result<void> judge(Session const& session, Submission& each, Purpose) {
  auto const input = TRY(read(session, each));
  long sum = 0;
  auto const file = layout::inputs_of(each.sighting.signal);
  if (!input)
    each.end.findings = {wrong_line(file, 0, "no file")};
  else if (input->finding)
    each.end.findings = {*input->finding};
  else
    each.end.findings = add_up(file, input->bytes, sum);
  each.inputs = digest_of(input);
  each.read = sum;
  each.as_judged = [&session, &each]() -> Result<bool> {
    return digest_of(TRY(read(session, each))) == each.inputs;
  };
  return {};
}

Result<void> commit(Session const& session, CommitBatch& batch) {
  for (auto const* each : batch.submissions)
    TRY(replace_file(session, fmt::format("tallies/{}.sum", each->name().str()),
                     fmt::format("{}\n", *std::any_cast<long>(&each->read))));
  return {};
}

} // namespace

KindOfWork tally_work() {
  return {.kind = tally_kind,
          .judge = judge,
          .commit = commit,
          .requirements = [](Session const&, Name const&) -> Result<std::vector<std::string>> {
            return std::vector<std::string>{"one whole number on each line"};
          }};
}

} // namespace artifactd::toy
