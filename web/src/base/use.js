// Hooks for views.
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { get } from './api.js'
import { listen } from './events.js'

const soon = 60 // ms: several events at once cause one question

/** Calls `listener` with each event while the part is shown. */
export function useEvents(listener) {
  const current = useRef(listener)
  current.current = listener
  // At once: what comes between drawing and a later effect would be missed.
  useLayoutEffect(() => listen((message) => current.current(message)), [])
}

/**
 * The document at `path`: { data, etag, error, loading, reload }. It is read again after each event that `concerns`
 * accepts, never twice at once, and more rarely the longer an answer takes. Without a path nothing is asked. `read`
 * asks in another way than get(); it does not change.
 */
export function useDocument(path, concerns = () => false, read = get) {
  const [answer, setAnswer] = useState({ path, loading: Boolean(path) })
  const work = useRef({}).current

  const load = useCallback(async () => {
    if (!path) return
    if (work.asking === path) {
      work.again = true
      return
    }
    work.asking = path
    work.again = false
    const begun = performance.now()
    const result = await read(path).catch((error) => ({ error }))
    work.pause = Math.max(soon, 2 * (performance.now() - begun))
    if (work.path !== path) return
    work.asking = null
    setAnswer((before) => ({ ...(before.path === path && result.error ? before : {}), error: null, ...result, path }))
    if (work.again) later()
  }, [path])

  const later = useCallback(() => {
    if (work.timer) return
    work.timer = setTimeout(() => {
      work.timer = null
      load()
    }, work.pause ?? soon)
  }, [load])

  useEffect(() => {
    work.path = path
    load()
    return () => {
      work.path = null
      work.asking = null
      clearTimeout(work.timer)
      work.timer = null
    }
  }, [load])

  useEvents((message) => {
    if (message.name === 'reset' || (message.name && concerns(message))) later()
  })

  const current = answer.path === path ? answer : { loading: Boolean(path) }
  return { ...current, loading: !current.data && !current.error && Boolean(path), reload: load }
}

/** Runs an action once at a time: [run, busy, error]. */
export function useAction(action) {
  const [state, setState] = useState({ busy: false, error: null })
  const run = async (...parameters) => {
    setState({ busy: true, error: null })
    try {
      const result = await action(...parameters)
      setState({ busy: false, error: null })
      return result ?? true
    } catch (error) {
      setState({ busy: false, error })
      return null
    }
  }
  return [run, state.busy, state.error]
}

/** Sets the window's title. */
export function useTitle(title) {
  useEffect(() => {
    document.title = title ? `${title} · artifactd` : 'artifactd'
  }, [title])
}

/** Whether this is a phone: rows get two lines there. */
export function useNarrow() {
  const query = '(max-width: 30rem)'
  const [narrow, setNarrow] = useState(() => matchMedia(query).matches)
  useEffect(() => {
    const list = matchMedia(query)
    const changed = () => setNarrow(list.matches)
    list.addEventListener('change', changed)
    return () => list.removeEventListener('change', changed)
  }, [])
  return narrow
}
