// Addresses of views: '#/s/ID/graph'. They stand after '#', so that the server has one page.
import { useLayoutEffect, useState } from 'preact/hooks'

const parse = () => {
  const [path, query = ''] = location.hash.replace(/^#\/?/, '').split('?')
  return { parts: path.split('/').filter(Boolean).map(safely), query: new URLSearchParams(query) }
}

function safely(part) {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

export const address = (...parts) => '#/' + parts.map(encodeURIComponent).join('/')
export const go = (target) => {
  location.hash = target
}

export function useRoute() {
  const [route, setRoute] = useState(parse)
  // At once: an address that changes before a later effect would be missed.
  useLayoutEffect(() => {
    const changed = () => setRoute(parse())
    addEventListener('hashchange', changed)
    return () => removeEventListener('hashchange', changed)
  }, [])
  return route
}

/** The first view whose pattern fits: 's/:session/graph'. */
export function match(views, parts) {
  for (const view of views) {
    const wanted = view.path.split('/').filter(Boolean)
    if (wanted.length !== parts.length) continue
    const parameters = {}
    const fits = wanted.every((each, i) => {
      if (each.startsWith(':')) parameters[each.slice(1)] = parts[i]
      return each.startsWith(':') || each === parts[i]
    })
    if (fits) return { view, parameters }
  }
  return null
}
