// Questions to the HTTP API (docs/http-api.md). What fails is thrown as an ApiError, whose message is for people.
import { forgetToken, theToken } from './token.js'

export class ApiError extends Error {
  /** `findings`: what exactly was refused, if it is known. */
  constructor(status, message, findings = []) {
    super(message)
    this.status = status
    this.findings = findings
  }
}

const onUnauthorized = new Set()

/** `listener` is called when the token is not, or no longer, valid. */
export function whenUnauthorized(listener) {
  onUnauthorized.add(listener)
  return () => onUnauthorized.delete(listener)
}

async function ask(path, options = {}) {
  let answer
  try {
    answer = await fetch(path, {
      ...options,
      cache: 'no-store',
      headers: { Authorization: `Bearer ${theToken()}`, ...options.headers },
    })
  } catch (error) {
    if (error.name === 'AbortError') throw error
    throw new ApiError(0, 'artifactd web does not answer')
  }
  if (answer.ok) return answer
  const problem = await answer.json().catch(() => ({}))
  if (answer.status === 401) {
    forgetToken()
    onUnauthorized.forEach((listener) => listener())
  }
  throw new ApiError(answer.status, problem.detail ?? `the server answered ${answer.status}`, problem.findings)
}

/** The JSON document at `path`, as { data, etag }. */
export async function get(path, signal) {
  const answer = await ask(path, { signal })
  return { data: await answer.json(), etag: answer.headers.get('ETag') ?? '' }
}

/** Asks again where the server does one such thing at a time: another tab may be asking. */
export async function patiently(question) {
  for (let more = 8; ; --more) {
    try {
      return await question()
    } catch (error) {
      if (more === 0 || (error.status !== 409 && error.status !== 503)) throw error
      await new Promise((resume) => setTimeout(resume, 250))
    }
  }
}

/** All pages of a list: `member` has the items, `next` of a page is `after` of the one behind it. */
export async function getPages(path, member, signal) {
  const items = []
  let after = ''
  do {
    const { data } = await get(`${path}?limit=1000${after && `&after=${encodeURIComponent(after)}`}`, signal)
    items.push(...data[member])
    after = data.next ?? ''
  } while (after)
  return { data: items }
}

/** `etag` is of what the person saw: if that has changed, nothing is done. */
export async function post(path, body, { etag = '', signal } = {}) {
  const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': crypto.randomUUID() }
  if (etag) headers['If-Match'] = etag
  const answer = await ask(path, { method: 'POST', body: JSON.stringify(body), headers, signal })
  return { data: await answer.json(), status: answer.status }
}

/** `/api/v1/sessions/ID/…`; each part is escaped. */
export const ofSession = (id, ...parts) => ['/api/v1/sessions', ...[id, ...parts].map(encodeURIComponent)].join('/')
