// Chromium, and what tests ask of every page: that nothing is logged as an error, nothing is fetched from elsewhere,
// and axe finds nothing.
import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const require = createRequire(join(process.env.BROWSER_MODULES, 'x'))
const { chromium } = require('playwright-core')
const axeSource = require('axe-core').source
const docs = join(dirname(fileURLToPath(import.meta.url)), '../../docs/page')

const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; " +
  "require-trusted-types-for 'script'"

/** With PAGE=DIRECTORY (made by esbuild): its files instead of those in the program, to try something quickly. */
async function sources(route) {
  const name = new URL(route.request().url()).pathname.replace('/page/', '') || 'index.html'
  const type = name.endsWith('.css') ? 'text/css' : name.endsWith('.js') ? 'text/javascript' : 'text/html'
  const path = join(process.env.PAGE, name === '/' ? 'index.html' : name)
  await route.fulfill({ path, headers: { 'content-type': type, 'content-security-policy': policy } })
}

/** One check at a time is answered for each token, and the page asks again: an earlier test's may be under way. */
const isAskedAgain = (message) =>
  /status of (409|503)/.test(message.text()) && /\/(validate|provenance)(\?|$)/.test(message.location().url)

export class Browser {
  static async start() {
    const browser = new Browser()
    browser.chromium = await chromium.launch({
      executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
      args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu'],
    })
    return browser
  }

  stop() {
    return this.chromium.close()
  }

  /** Closes all windows: those of one test do not take time, or connections, of the next. */
  async clear() {
    for (const context of this.chromium.contexts()) await context.close()
  }

  /** Closes all windows, so that they take no time from later tests. */
  async closeWindows() {
    await Promise.all(this.chromium.contexts().map((context) => context.close()))
  }

  /** A window of its own, at `address`; `options` are those of a browser context, `first` runs before the page. */
  async open(address, options = {}, first = null) {
    const context = await this.chromium.newContext({ viewport: { width: 1280, height: 800 }, ...options })
    const page = await context.newPage()
    if (first) await page.addInitScript(first)
    page.setDefaultTimeout(30_000)
    page.faults = []
    page.on('pageerror', (error) => page.faults.push(String(error)))
    page.on('console', (message) => {
      if (message.type() === 'error' && !isAskedAgain(message)) page.faults.push(message.text())
    })
    page.on('dialog', (dialog) => (page.faults.push(`a dialog: ${dialog.message()}`), dialog.dismiss()))
    const origin = new URL(address).origin
    page.on('request', (request) => {
      if (!request.url().startsWith(origin) && !request.url().startsWith('data:'))
        page.faults.push(`fetched from elsewhere: ${request.url()}`)
    })
    if (process.env.PAGE) await page.route(/\/page\/|\/$/, sources)
    assert.equal((await page.goto(address)).status(), 200)
    return page
  }
}

/** Nothing went wrong that only the console tells. */
export function assertClean(page) {
  assert.deepEqual(page.faults, [])
}

/** axe-core finds nothing; it is run through the debugger, which the page's policy does not bind. */
export async function assertAccessible(page, what) {
  await page.evaluate(axeSource)
  const found = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ['violations'] }))
  const told = found.violations.map(
    (each) =>
      `${each.id}: ${each.nodes
        .map((node) => node.html)
        .slice(0, 3)
        .join(' ')}`,
  )
  assert.deepEqual(told, [], what)
}

/** Milliseconds. They are compared with the limit only if FIGURES is set: other tests may run at the same time. */
export function figure(what, measured, limit) {
  console.log(`${what}: ${measured.toFixed(1)} ms, wanted at most ${limit}`)
  if (process.env.FIGURES) assert.ok(measured <= limit, what)
}

/** Nothing is wider than the window. */
export async function assertFits(page, what) {
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  assert.equal(wide, 0, `${what} is wider than the window`)
}

// The others are for those who look at a change: PICTURES=DIRECTORY keeps them all there.
const inDocs = new Set(
  ('now now-dark now-on-a-phone item fix attempts signals graph tree generations generations-dark ' +
    'story game tuning models'
  ).split(' '),
)

/** With --record: a picture for docs/page/. */
export async function record(page, name) {
  if (!process.env.PICTURES && (process.env.RECORD !== '--record' || !inDocs.has(name))) return
  const path = join(process.env.PICTURES ?? docs, `${name}.png`)
  await page.screenshot({ path })
  if (!process.env.PICTURES)
    assert.ok((await readFile(path)).length < 150_000, `${name}.png is too large for a repository`)
}
