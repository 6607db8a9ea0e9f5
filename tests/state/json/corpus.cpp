#include "tests/state/json/corpus.hpp"

#include "tests/support/source_dir.hpp"

#include <charconv>
#include <filesystem>
#include <fstream>
#include <map>
#include <stdexcept>

namespace artifactd::json {

namespace {

Breach parse_breach(std::string const& word) {
  static std::map<std::string, Breach> const breaches = {{"empty", Breach::empty},
                                                         {"byte_order_mark", Breach::byte_order_mark},
                                                         {"not_utf8", Breach::not_utf8},
                                                         {"unexpected", Breach::unexpected},
                                                         {"truncated", Breach::truncated},
                                                         {"bad_number", Breach::bad_number},
                                                         {"bad_literal", Breach::bad_literal},
                                                         {"bad_escape", Breach::bad_escape},
                                                         {"lone_surrogate", Breach::lone_surrogate},
                                                         {"control_character", Breach::control_character},
                                                         {"trailing_data", Breach::trailing_data},
                                                         {"too_deep", Breach::too_deep}};
  return breaches.at(word);
}

template <class Number>
Number parse_number(std::string_view digits, int base) {
  Number number = 0;
  auto const end = digits.data() + digits.size();
  if (std::from_chars(digits.data(), end, number, base).ptr != end || digits.empty())
    throw std::runtime_error("not a number: " + std::string(digits));
  return number;
}

std::string unfold(std::string_view notation) {
  std::string text;
  while (!notation.empty()) {
    if (notation.front() != '%') {
      text += notation.front();
      notation.remove_prefix(1);
    } else if (notation.starts_with("%{")) {
      std::size_t const colon = notation.find(':');
      std::size_t const close = notation.find('}', colon);
      if (close == std::string_view::npos) throw std::runtime_error("an open %{");
      auto const times = parse_number<std::size_t>(notation.substr(2, colon - 2), 10);
      std::string const part = unfold(notation.substr(colon + 1, close - colon - 1));
      for (std::size_t i = 0; i < times; ++i)
        text += part;
      notation.remove_prefix(close + 1);
    } else {
      text += static_cast<char>(parse_number<unsigned char>(notation.substr(1, 2), 16));
      notation.remove_prefix(3);
    }
  }
  return text;
}

/// Removes the field before the next " | " from the line.
std::string field(std::string_view& line) {
  std::size_t const bar = line.find(" | ");
  if (bar == std::string_view::npos) throw std::runtime_error("no ' | ' in: " + std::string(line));
  std::string text(line.substr(0, bar));
  line.remove_prefix(bar + 3);
  return text;
}

} // namespace

std::vector<CorpusCase> corpus_cases(std::string const& group) {
  std::vector<CorpusCase> cases;
  for (auto const& entry :
       std::filesystem::directory_iterator(test::source_dir() + "/tests/corpus/json/" + group)) {
    std::ifstream file(entry.path());
    for (std::string line; std::getline(file, line);) {
      if (line.empty() || line.starts_with('#')) continue;
      std::string_view rest = line;
      std::string const name = field(rest);
      bool const accepted = group == "accept" || name.starts_with("accept-");
      CorpusCase one{
          .name = group + "/" + entry.path().filename().string() + ": " + name, .text = {}, .breach = {}};
      if (!accepted) one.breach = parse_breach(field(rest));
      one.text = unfold(rest);
      cases.push_back(std::move(one));
    }
  }
  return cases;
}

std::vector<CorpusCase> corpus_cases() {
  std::vector<CorpusCase> all;
  for (std::string const group : {"accept", "reject", "pinned"}) {
    std::vector<CorpusCase> cases = corpus_cases(group);
    all.insert(all.end(), cases.begin(), cases.end());
  }
  return all;
}

} // namespace artifactd::json
