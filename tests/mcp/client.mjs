// client.mjs BUILD: the MCP SDK's own client as an agent of artifactctl, with the reference filesystem server beside
// it, as agent programs have them. It checks every structured answer against the schema that the tool declared.
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

const build = process.argv[2];
const site = mkdtempSync(join(tmpdir(), 'artifactd-mcp-'));
const session = join(site, 'root', 's');
const config = join(site, 'artifactd.toml');
const patience = 60_000;

function prepare() {
  mkdirSync(session, { recursive: true });
  writeFileSync(config, `state_dir = "${site}/state"\nruntime_dir = "${site}/run"\n[web]\nlisten = "127.0.0.1:0"\n[[root]]\npath = "${site}/root"\n`);
}

let address; // of the HTTP API, host:port

async function startDaemon() {
  const daemon = spawn(join(build, 'artifactd'), ['--config', config, '--log-format', 'json'],
    { stdio: ['ignore', 'ignore', 'pipe'] });
  await new Promise((ready, failed) => {
    let log = '';
    daemon.stderr.on('data', (bytes) => {
      log += bytes;
      address = log.match(/"event":"web ready".*?"host":"([^"]+)"/)?.[1];
      if (log.includes('"event":"ready"') && address) ready();
    });
    daemon.on('exit', (code) => failed(new Error(`artifactd ended with ${code}: ${log}`)));
  });
  return daemon;
}

async function connected(command, args) {
  const client = new Client({ name: 'artifactd-test', version: '1' });
  const transport = new StdioClientTransport({ command, args, stderr: 'pipe' });
  let log = '';
  transport.stderr.on('data', (bytes) => { log += bytes; });
  await client.connect(transport);
  return { client, transport, log: () => log };
}

const agent = () => connected(join(build, 'artifactctl'),
  ['--config', config, 'mcp', '--session', session, '--agent', 'writer', '--wait', '2500ms']);

async function agentOverHttp() {
  const made = execFileSync(join(build, 'artifactctl'), ['--config', config, '--json', 'web', 'token', 'add', 'writer',
    '--scope', 'agent', '--session', session, '--agent', 'writer']);
  const { token } = JSON.parse(made);
  const id = 'root~' + Buffer.from('s').toString('base64url');
  const client = new Client({ name: 'artifactd-test', version: '1' });
  const transport = new StreamableHTTPClientTransport(new URL(`http://${address}/mcp/${id}`),
    { requestInit: { headers: { Authorization: `Bearer ${token}` } } });
  await client.connect(transport);
  return { client, transport };
}

function filesystem() {
  const program = createRequire(import.meta.url).resolve('@modelcontextprotocol/server-filesystem/package.json');
  return connected(process.execPath, [join(dirname(program), 'dist/index.js'), session]);
}

const text = (result) => result.content.map((each) => each.text).join('\n');

async function seesWhatIsOffered({ client }) {
  assert.equal(client.getServerVersion().name, 'artifactd');
  assert.match(client.getInstructions(), /the agent writer/);
  const { tools } = await client.listTools(); // from here on the client checks answers
  assert.ok(tools.length >= 9);
  const { resources } = await client.listResources();
  assert.ok(resources.some((each) => each.uri === 'artifactd://session/graph'));
  assert.deepEqual((await client.listResourceTemplates()).resourceTemplates, []);
  await client.ping();
}

async function isRefusedAndRepairs({ client }, files) {
  const call = (name, args = {}) => client.callTool({ name, arguments: args });
  await call('write_artifact', { file: 'a.json', content: '{"entities": {"ada": 1,}}' });
  const refused = await call('submit');
  assert.equal(refused.isError, true);
  assert.equal(refused.structuredContent.outcome, 'refused');
  assert.equal(refused.structuredContent.findings[0].line, 1);
  assert.match(text(refused), /Remove the comma/);

  // What one server wrote, the other one reads, and repairs.
  const path = join(session, 'artifacts/writer/a.json');
  const read = await files.client.callTool({ name: 'read_text_file', arguments: { path } });
  assert.match(text(read), /"ada": 1,/);
  await files.client.callTool({ name: 'write_file', arguments: { path, content: '{"entities": {"ada": 1}}' } });
  assert.equal((await call('validate')).structuredContent.valid, true);
  const merged = await call('submit');
  assert.equal(merged.structuredContent.outcome, 'merged', text(merged));
  const found = await call('query_graph', { filter: '.writer.entities.ada' });
  assert.deepEqual(found.structuredContent.outputs, [1]);
  const graph = await client.readResource({ uri: 'artifactd://session/graph' });
  assert.deepEqual(JSON.parse(graph.contents[0].text).writer.entities, { ada: 1 });
}

async function waitsCancelsAndGoesOn({ client }) {
  const mutex = join(session, '.kg-merge.lock');
  mkdirSync(mutex);
  const heard = [];
  const pending = await client.callTool(
    { name: 'submit', arguments: { files: [{ file: 'a.json', content: '{"x": 2}' }] } }, undefined,
    { onprogress: (progress) => heard.push(progress.progress), timeout: patience });
  assert.equal(pending.structuredContent.outcome, 'pending');
  assert.ok(heard.length >= 1);
  assert.deepEqual(heard, [...heard].sort((a, b) => a - b));

  const stop = new AbortController();
  const waiting = client.callTool({ name: 'wait', arguments: {} }, undefined, { signal: stop.signal });
  await client.ping();
  stop.abort('enough');
  await assert.rejects(waiting);
  await client.ping();
  rmdirSync(mutex);
  let verdict = await client.callTool({ name: 'wait', arguments: {} });
  while (verdict.structuredContent.outcome === 'pending')
    verdict = await client.callTool({ name: 'wait', arguments: {} });
  assert.equal(verdict.structuredContent.outcome, 'merged', text(verdict));
}

async function answersWithEveryTool({ client }) {
  for (const [name, args] of [['status', {}], ['hint_read', {}], ['wait', {}], ['validate', { kind: 'rule' }],
    ['turn_say', { text: 'I say hello.' }], ['report_issue', { message: 'My coins are gone.' }]]) {
    const result = await client.callTool({ name, arguments: args });
    assert.ok(text(result).length > 0, name);
    assert.equal(result.structuredContent.version, 1, name);
  }
  await assert.rejects(client.callTool({ name: 'confirm', arguments: {} }), /no tool/);
  await assert.rejects(client.readResource({ uri: 'file:///etc/passwd' }), /no such resource/);
}

async function ends({ client, transport, log }) {
  const pid = transport.pid;
  await client.close();
  assert.ok(!existsSync(`/proc/${pid}`), 'it ends with its input');
  assert.equal(log(), '');
}

prepare();
let daemon;
try {
  daemon = await startDaemon();
  const own = await agent();
  const files = await filesystem();
  await seesWhatIsOffered(own);
  await isRefusedAndRepairs(own, files);
  await waitsCancelsAndGoesOn(own);
  await answersWithEveryTool(own);
  await ends(own);
  const far = await agentOverHttp();
  await seesWhatIsOffered(far);
  await isRefusedAndRepairs(far, files);
  await answersWithEveryTool(far);
  await far.transport.terminateSession();
  await far.client.close();
  await files.client.close();
  assert.equal(JSON.parse(readFileSync(join(session, 'knowledge-graph.json'))).writer.entities.ada, 1);
  console.log('the SDK\'s client understands artifactctl mcp and /mcp');
} finally {
  daemon?.removeAllListeners('exit');
  daemon?.kill();
  rmSync(site, { recursive: true, force: true });
}
