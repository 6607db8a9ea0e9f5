// The answer to `turn cost`: what the next turn of a story would cost, at least and at most, by the prompts
// as they would be sent now. No model is asked.
#pragma once

#include "agents/model/price.hpp"
#include "daemon/queries/named_story.hpp"

namespace artifactd {

/// What model calls use together.
struct Bill {
  model::Usage usage;
  std::optional<model::MicroDollars> money = 0; ///< none as soon as one of the models has no price

  Bill& operator+=(Bill const& more) noexcept {
    usage += more.usage;
    money = money && more.money ? std::optional(*money + *more.money) : std::nullopt;
    return *this;
  }
};

/// By today's price.
[[nodiscard]] Bill bill_of(model::PriceList const& prices, std::string const& model_key,
                           model::Usage const& usage);

struct StoryCost {
  struct Row {
    std::string step;
    std::string model_key;
    Bill least;
    Bill most;
  };
  std::string session_id;
  std::vector<Row> steps;
  Row turn; ///< their sum
};

/// `text`: what would be said.
[[nodiscard]] Result<StoryCost> cost_of_next_turn(Config const& config, NamedStory const& story,
                                                  std::string const& text);

[[nodiscard]] Json to_json(StoryCost const& cost);

} // namespace artifactd
