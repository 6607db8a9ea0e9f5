#include "daemon/commandline/cli_subjects.hpp"

namespace artifactd {

namespace {

void verdict(CLI::App& sub, VerdictOptions& options) {
  session(sub, options.session);
  sub.add_option("signal", options.signal, "the agent, or the signal's name and kind (default: kg)")
      ->type_name("NAME[.KIND]");
  sub.add_flag("--until-settled", options.until_settled,
               "while artifactd repairs refused work itself, go on waiting");
}

/// `--wait` and `--wait=TIME`: an option with a value of its own would take the next word for it.
void wait_with_or_without_limit(CLI::App& sub, SubmitOptions& options) {
  auto const take = [&options](std::string const& text) {
    options.queue = true;
    options.at_most.reset();
    if (text == "true") return std::string(); // what a flag without a value has
    auto const parsed = parse_duration(text);
    if (!parsed)
      return "\"" + text + "\" is not a duration: give a whole number and one of " +
             std::string(duration_units) + ", such as 90s or 5m";
    options.at_most = *parsed;
    return std::string();
  };
  sub.add_flag("--wait", options.wait,
               "--wait=TIME: how long to wait for the verdict (1m); without a time: no limit. If a signal "
               "is already pending, wait for that verdict first")
      ->check(CLI::Validator(take, ""));
}

} // namespace

void add_submit(CLI::App& app, Chosen& chosen, SubmitWords& words) {
  auto& options = words.submit;
  auto& submit =
      command(chosen, app, "submit", "copy files into a session, drop their signal, and say how it ends",
              options, submit_command);
  verdict(submit, options);
  submit.get_option("signal")->required();
  submit.add_option("files", options.files, "files to copy to where the signal's inputs belong")
      ->type_name("FILE");
  submit.add_option("--as", options.as, "copy standard input, as a file of this name")->type_name("NAME");
  wait_with_or_without_limit(submit, options);
  submit.add_flag("--no-wait", options.drop_only, "do not wait for the verdict")->excludes("--wait");
  flag(submit, "--replace", options.former,
       "remove the inputs of earlier submissions that are not given again");

  auto& wait = command(chosen, app, "wait", "wait for the verdict on a signal that somebody dropped",
                       words.wait, wait_command);
  verdict(wait, words.wait);
  duration(wait, "--timeout", words.wait.at_most, "how long to wait for the verdict (1m)");

  auto& init =
      command(chosen, app, "init", "make a session, with a README for its agents", words.init, init_command);
  init.add_option("directory", words.init.directory, "the session to make, or to complete")->type_name("DIR");
  init.add_option("--profile", words.init.kinds, "the kinds of work that its agents do (kg)")
      ->type_name("KIND,...")
      ->delimiter(',')
      ->allow_extra_args(false);
  init.add_flag("--prompt", words.init.prompt,
                "print the README as a paragraph for a system prompt; make nothing");

  auto& mcp =
      command(chosen, app, "mcp", "serve an agent that has tools instead of a shell, on stdin and stdout",
              words.mcp, mcp_command);
  mcp.add_option("--session", words.mcp.session, "the session's directory, or its name below a root")
      ->type_name("SESSION")
      ->required();
  mcp.add_option("--agent", words.mcp.agent, "the agent; it acts under no other name")
      ->type_name("AGENT")
      ->required();
  duration(mcp, "--wait", words.mcp.wait, "how long one call waits for a verdict (45s, which is the most)");
}

} // namespace artifactd
