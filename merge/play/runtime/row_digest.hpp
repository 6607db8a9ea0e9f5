// The digest of a state from its row: equal to state_digest of the state, without building that. Each value
// is written as text only once.
#pragma once

#include "merge/play/runtime/layout.hpp"

#include <string>
#include <vector>

namespace artifactd::play {

class RowDigest {
public:
  /// Both outlive it.
  RowDigest(Layout const& layout, ValuePool const& pool);

  [[nodiscard]] std::string of(Row const& row);

private:
  struct Member {
    Slot slot;
    std::string key; ///< `"name":`
  };
  struct Part {
    std::string key;             ///< of a player; empty: the game
    std::vector<Member> members; ///< by name
    Slot rest;
  };

  [[nodiscard]] bool has_rest(Row const& row) const;
  void write(Part const& part, Row const& row);
  [[nodiscard]] std::string const& text_of(ValueId id);

  Layout const& layout_;
  ValuePool const& pool_;
  std::vector<Part> parts_;        ///< the game, then the players by id
  std::vector<std::string> texts_; ///< of values; empty: not needed yet
  std::string text_;               ///< of the state
  Row last_;
  std::string last_digest_;
};

} // namespace artifactd::play
