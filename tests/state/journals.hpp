// A journal in a scratch directory of the test's own.
#pragma once

#include "state/journal/journal.hpp"
#include "tests/support/scratch_dir.hpp"
#include "tests/support/session_dir.hpp"

#include <algorithm>
#include <filesystem>
#include <gmock/gmock.h>
#include <stdexcept>
#include <string>
#include <vector>

namespace artifactd::test {

inline Event event(std::string session, std::string name, std::string what) {
  return {.session = std::move(session), .name = std::move(name), .kind = "kg", .event = std::move(what)};
}

class Journals : public testing::Test {
protected:
  Journal open(Journal::Options options = {}) {
    auto journal = Journal::open(path, options);
    if (!journal) throw std::runtime_error(journal.error().message);
    return *std::move(journal);
  }

  std::vector<Event> recent(std::size_t count = 100'000, EventFilter const& filter = {}) {
    auto reader = JournalReader::open(path);
    if (!reader) throw std::runtime_error(reader.error().message);
    return *reader->recent(count, filter);
  }

  std::vector<std::string> words(std::vector<Event> const& events) {
    std::vector<std::string> words(events.size());
    std::ranges::transform(events, words.begin(), &Event::event);
    return words;
  }

  std::vector<std::string> damaged_files() {
    std::vector<std::string> names;
    for (auto const& entry : std::filesystem::directory_iterator(dir.path()))
      if (auto name = entry.path().filename().string(); name.find(".damaged-") != name.npos)
        names.push_back(name);
    return names;
  }

  ScratchDir dir;
  std::string path = (dir / "journal.db").string();
};

inline std::size_t count(Journal& journal, std::string_view session, SignalName const& of,
                         std::string_view key, Tier tier) {
  return journal.count_attempt(session, of, key, tier).value().size();
}

} // namespace artifactd::test
