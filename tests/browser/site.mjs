// A daemon on a tree of its own, and `artifactctl web`, which serves the page.
import { spawn, execFile } from 'node:child_process'
import { chmod, mkdir, mkdtemp, rm, writeFile, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'

const run = promisify(execFile)
const build = process.env.ARTIFACTD_BUILD

/** Asks until the answer is true; fails after half a minute, or `patience` in ms. */
export async function eventually(question, what = question.toString(), patience = 30_000) {
  const end = Date.now() + patience
  for (;;) {
    const answer = await question()
    if (answer) return answer
    if (Date.now() > end) throw new Error(`not within ${patience / 1000} s: ${what}`)
    await new Promise((resume) => setTimeout(resume, 20))
  }
}

async function end(child) {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((resume) => child.on('exit', resume))
  child.kill('SIGTERM')
  await ended
}

export class Site {
  #children = []

  /** `prepare` is called before the daemon runs. */
  static async start(settings = '', prepare = async () => {}) {
    const site = new Site()
    site.path = await mkdtemp(join(tmpdir(), 'artifactd-browser.'))
    await chmod(site.path, 0o755)
    site.root = join(site.path, 'sessions')
    await mkdir(site.root)
    site.config = join(site.path, 'artifactd.toml')
    await writeFile(
      site.config,
      `state_dir = "${site.path}/state"\nruntime_dir = "${site.path}/run"\n[[root]]\npath = "${site.root}"\n` +
        '[web]\nlisten = "127.0.0.1:0"\n' +
        settings,
    )
    await prepare(site)
    await site.#run()
    const web = site.#spawn('artifactctl', ['--json', 'web'])
    for await (const line of createInterface({ input: web.stdout })) {
      ;({ url: site.url, token: site.token } = JSON.parse(line))
      break
    }
    site.address = new URL(site.url).origin
    return site
  }

  async #run() {
    this.daemon = this.#spawn('artifactd', [])
    try {
      await eventually(async () => (await this.ctl('status').catch((error) => error)).code !== 7, 'artifactd runs')
    } catch (error) {
      throw new Error(`${error.message}; it said: ${this.daemon.said}`, { cause: error })
    }
  }

  /** Stops artifactd, does `meanwhile`, and starts it again. */
  async restart(meanwhile) {
    await end(this.daemon)
    await meanwhile()
    await this.#run()
  }

  #spawn(program, words) {
    const child = spawn(join(build, program), ['--config', this.config, ...words], {
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    child.said = ''
    child.stderr.on('data', (bytes) => (child.said += bytes))
    this.#children.push(child)
    return child
  }

  async stop() {
    for (const child of this.#children.reverse()) await end(child)
    await rm(this.path, { recursive: true, force: true })
  }

  /** Runs artifactctl; throws what failed, with its exit status as `code`. */
  async ctl(...words) {
    return (await run(join(build, 'artifactctl'), ['--config', this.config, ...words])).stdout
  }

  async session(name, graph = { version: 1 }) {
    const path = join(this.root, name)
    await mkdir(path, { recursive: true })
    await writeFile(join(path, 'knowledge-graph.json'), JSON.stringify(graph))
    return path
  }

  async artifact(session, agent, file, text) {
    const folder = join(this.root, session, 'artifacts', agent)
    await mkdir(folder, { recursive: true })
    await writeFile(join(folder, file), text)
  }

  async drop(session, agent, kind = 'kg') {
    await writeFile(join(this.root, session, `${agent}.${kind}.lock`), '')
  }

  /** As root: to an account without rights, since no command runs in root's sessions. */
  async giveAway(session) {
    if (process.getuid() === 0) await run('chown', ['-R', '1234:1234', join(this.root, session)])
  }

  /** Waits until the journal has more than `before` entries. */
  more(before) {
    return eventually(async () => (await this.log()).length > before, 'another entry of the journal')
  }

  async settled(session, agent, outcome) {
    return eventually(async () => {
      const events = await this.log()
      return events.some((e) => e.name === agent && e.outcome === outcome && e.session.endsWith(`/${session}`))
    }, `${agent} in ${session} is ${outcome}`)
  }

  async log() {
    return (await this.get('/api/v1/log?limit=1000')).events
  }

  /** An artifact that is refused. */
  async refuse(session, agent, file = 'x.json', text = '{\n  "n": 1,\n}\n') {
    await this.artifact(session, agent, file, text)
    await this.drop(session, agent)
    await this.settled(session, agent, 'refused')
  }

  async get(path, token = this.token) {
    return (await fetch(this.address + path, { headers: { Authorization: `Bearer ${token}` } })).json()
  }

  id(session) {
    return `sessions~${Buffer.from(session).toString('base64url')}`
  }

  async graph(session) {
    return JSON.parse(await readFile(join(this.root, session, 'knowledge-graph.json'), 'utf8'))
  }
}
