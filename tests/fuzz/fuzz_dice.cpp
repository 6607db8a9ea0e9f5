// Any bytes as a dice expression: it is refused at one of its bytes, or rolls within the limits, with the
// same result twice.
#include "state/dice/roll.hpp"
#include "tests/fuzz/demand.hpp"

#include <nlohmann/json.hpp>

using namespace artifactd;
using fuzz::demand;

extern "C" int LLVMFuzzerTestOneInput(unsigned char const* data, std::size_t size) {
  std::string_view const text(reinterpret_cast<char const*>(data), size);
  auto const rolled = dice::roll(text, "seed");
  if (!rolled) {
    demand(rolled.error().byte <= size, "an error is at a byte of the expression");
    demand(!rolled.error().message.empty(), "an error says what is wrong");
    return 0;
  }
  demand(rolled->dice.size() <= dice::most_dice, "there are no more dice than allowed");
  demand(rolled->total <= dice::largest_total && rolled->total >= -dice::largest_total, "the total is exact");
  demand(dice::to_json(*rolled) == dice::to_json(*dice::roll(text, "seed")), "the same dice lie there again");
  return 0;
}
