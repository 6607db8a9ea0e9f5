#include "tests/agents/rule/path_sets.hpp"

#include "agents/turn/content/foreign_text.hpp"
#include "tests/support/source_dir.hpp"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fmt/core.h>
#include <fstream>
#include <regex>

namespace artifactd::extraction {

namespace {

using Choices = std::vector<std::string>;

Choices days(std::smatch const& found) {
  using namespace std::chrono;
  auto const day = [](std::string const& y, std::string const& m, std::string const& d) {
    return sys_days(year(std::stoi(y)) / static_cast<unsigned>(std::stoi(m)) /
                    static_cast<unsigned>(std::stoi(d)));
  };
  Choices all;
  auto const mark = found[2].str();
  for (auto at = day(found[1], found[3], found[4]); at <= day(found[5], found[7], found[8]);
       at += std::chrono::days(1)) {
    year_month_day const date(at);
    all.push_back(fmt::format("{:04}{}{:02}{}{:02}", static_cast<int>(date.year()), mark,
                              static_cast<unsigned>(date.month()), mark, static_cast<unsigned>(date.day())));
  }
  return all;
}

Choices choices_of(std::string const& inside) {
  static std::regex const dates(R"((\d{4})([-_./]?)(\d{2})\2(\d{2})\.\.(\d{4})([-_./]?)(\d{2})\6(\d{2}))");
  static std::regex const numbers(R"((\d+)\.\.(\d+))");
  std::smatch found;
  Choices all;
  if (std::regex_match(inside, found, dates)) return days(found);
  if (std::regex_match(inside, found, numbers)) {
    auto const width = found[1].length();
    for (auto i = std::stol(found[1]); i <= std::stol(found[2]); ++i)
      all.push_back(fmt::format("{:0{}}", i, width));
    return all;
  }
  for (std::size_t from = 0; from <= inside.size();) {
    auto const end = std::min(inside.find(',', from), inside.size());
    all.push_back(inside.substr(from, end - from));
    from = end + 1;
  }
  return all;
}

void expand(std::string const& form, std::size_t at, std::string done, Choices& chosen, Choices& all) {
  auto const open = form.find('{', at);
  if (open == std::string::npos) {
    all.push_back(done + form.substr(at));
    return;
  }
  done += form.substr(at, open - at);
  auto const close = form.find('}', open);
  auto const inside = form.substr(open + 1, close - open - 1);
  if (inside.starts_with('='))
    return expand(form, close + 1, done + chosen.at(std::stoul(inside.substr(1)) - 1), chosen, all);
  for (auto const& choice : choices_of(inside)) {
    chosen.push_back(choice);
    expand(form, close + 1, done + choice, chosen, all);
    chosen.pop_back();
  }
}

PathSet set_from(std::filesystem::path const& file) {
  std::ifstream in(file);
  auto const table =
      turn::value_of_toml(file.string(), std::string{std::istreambuf_iterator<char>(in), {}}).value();
  PathSet set;
  set.name = file.stem().string();
  set.about = table["about"];
  for (auto const& form : table["expand"])
    std::ranges::move(expanded(form), std::back_inserter(set.paths));
  set.names = table["names"].get<decltype(set.names)>();
  set.types = table["types"].get<decltype(set.types)>();
  for (auto const& each : table["expect"])
    set.expected.push_back(
        {each["path"], each["values"].get<std::map<std::string, nlohmann::ordered_json>>()});
  return set;
}

} // namespace

Choices expanded(std::string const& form) {
  Choices all;
  Choices chosen;
  expand(form, 0, "", chosen, all);
  return all;
}

std::vector<PathSet> path_sets() {
  std::vector<PathSet> sets;
  for (auto const& entry :
       std::filesystem::directory_iterator(test::source_dir() + "/tests/agents/rule/paths"))
    sets.push_back(set_from(entry.path()));
  std::ranges::sort(sets, {}, &PathSet::name);
  return sets;
}

} // namespace artifactd::extraction
