#!/usr/bin/env node
// agent.mjs SESSION NAME THINK...: submits what the command THINK prints until it is accepted. THINK calls your model;
// it gets on stdin what was wrong the last time, at first nothing.
import { spawnSync } from "node:child_process";

const [session, name, ...think] = process.argv.slice(2);
let findings = "";
for (;;) {
  const thought = spawnSync(think[0], think.slice(1), { input: findings, encoding: "utf8" });
  if (thought.status !== 0) process.exit(1);
  const submit = ["--json", "submit", session, name, "--as", "answer.json"];
  const said = spawnSync("artifactctl", submit, { input: thought.stdout, encoding: "utf8" });
  const verdict = JSON.parse(said.stdout);
  if (said.status === 0) break;
  if (said.status !== 1) {
    console.error(verdict.reason ?? verdict.error?.message ?? "a person is needed");
    process.exit(1);
  }
  findings = verdict.instructions.instructions.join("\n");
}
console.log(`${name}: accepted`);
