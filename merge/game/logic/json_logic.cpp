#include "merge/game/logic/json_logic.hpp"

#include "merge/game/logic/logic_evaluation.hpp"
#include "merge/game/values/js_value.hpp"

namespace artifactd::game {

Result<Value> evaluate(Value const& logic, Value const& data) {
  Evaluation evaluation;
  return evaluation.own(TRY(evaluation.apply(logic, data)));
}

bool holds(Value const& logic, Value const& context) {
  auto const result = Evaluation().apply(logic, context);
  return result && js_truthy(**result);
}

} // namespace artifactd::game
