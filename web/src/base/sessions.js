// Sessions by their paths: events and the status name a path, addresses need an id (docs/http-api.md).
import { get } from './api.js'

let roots = null

/** Reads the roots' names; the ids of sessions begin with them. */
export async function learnRoots() {
  roots = (await get('/api/v1/roots')).data.roots
}

function base64url(text) {
  const bytes = new TextEncoder().encode(text)
  return btoa(String.fromCharCode(...bytes))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=+$/, '')
}

const rootOf = (path) =>
  (roots ?? [])
    .filter((each) => path.startsWith(each.path + '/'))
    .reduce((best, each) => (!best || each.path.length > best.path.length ? each : best), null)

/** Empty for a path below no root. */
export function idOf(path) {
  const root = rootOf(path)
  return root ? `${root.name}~${base64url(path.slice(root.path.length + 1))}` : ''
}

/** The id of a session that stands beside this one. */
export function besideId(id, name) {
  const parts = nameOfId(id).split('/')
  return `${id.slice(0, id.indexOf('~'))}~${base64url([...parts.slice(0, -1), name].join('/'))}`
}

/** The session as people call it: its path below the root. */
export function nameOf(path) {
  const root = rootOf(path)
  return root ? path.slice(root.path.length + 1) : path
}

export function nameOfId(id) {
  const text = id
    .slice(id.indexOf('~') + 1)
    .replace(/-/g, '+')
    .replace(/_/g, '/')
  try {
    return new TextDecoder().decode(Uint8Array.from(atob(text), (each) => each.charCodeAt(0)))
  } catch {
    return id
  }
}
