#include "daemon/commandline/cli_model.hpp"

namespace artifactd {

void ModelWords::add_to(CLI::App& app, Chosen& chosen) {
  auto& model = *app.add_subcommand(
                        "model", "language models: which are configured, what they can do and what they cost")
                     ->require_subcommand(1)
                     ->fallthrough();
  command(chosen, model, "list", "the models, whether their keys can be read, and what was spent today",
          model_list_command);
  auto& test = command(chosen, model, "test", "check that a model can do what is configured", options_,
                       model_test_command);
  test.add_option("key", options_.key, "as [models.KEY] names it")->type_name("KEY")->required();
  flag(test, "--live", options_.asking, "ask it: a few small calls, which cost money");
}

} // namespace artifactd
