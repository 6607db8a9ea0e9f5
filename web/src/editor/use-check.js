// What the checks of artifactd say about the text while it is typed: soon after the last key, one question at a time.
import { useCallback, useRef, useState } from 'preact/hooks'
import { patiently, post } from '../base/api.js'

const afterTyping = 250 // ms

/** [{ findings, valid, checked, error, asking }, check(text), check.now(text, programs)] */
export function useCheck(base, name) {
  const [verdict, setVerdict] = useState({ asking: true, findings: [] })
  const work = useRef({}).current

  const ask = useCallback(async (text, programs = false) => {
    clearTimeout(work.timer)
    if (work.busy) {
      work.next = [text, programs]
      return
    }
    work.busy = true
    setVerdict((before) => ({ ...before, asking: true }))
    const body = { files: { [name]: text }, programs }
    const answer = await patiently(() => post(`${base}/validate`, body)).catch((error) => ({ error }))
    work.busy = false
    setVerdict((before) => ({ findings: [], ...before, error: null, ...(answer.data ?? answer), asking: false }))
    const next = work.next
    work.next = null
    if (next) ask(...next)
  }, [])

  const soon = useCallback((text) => {
    clearTimeout(work.timer)
    setVerdict((before) => ({ ...before, asking: true }))
    work.timer = setTimeout(() => ask(text), afterTyping)
  }, [])

  return [verdict, soon, ask]
}
