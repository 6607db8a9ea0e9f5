import { useEffect, useState } from 'preact/hooks'
import { Problem } from './small.jsx'

const loaded = new Map()

/** A part whose code is fetched when it is first shown: `load` is () => import('…'), which exports it as default. */
export function Late({ load, ...properties }) {
  const [part, setPart] = useState({ load, Part: loaded.get(load) })
  useEffect(() => {
    if (loaded.has(load)) {
      setPart({ load, Part: loaded.get(load) })
      return
    }
    let current = true
    load().then(
      (module) => {
        loaded.set(load, module.default)
        if (current) setPart({ load, Part: module.default })
      },
      () => current && setPart({ load, error: new Error('this part of the page could not be fetched: reload it') }),
    )
    return () => {
      current = false
    }
  }, [load])
  if (part.error) return <Problem error={part.error} />
  const Part = part.load === load ? part.Part : loaded.get(load)
  return Part ? (
    <Part {...properties} />
  ) : (
    <p class="quiet" aria-busy="true">
      …
    </p>
  )
}
