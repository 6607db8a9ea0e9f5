// A file is repaired in place: checked as it is typed, then written and submitted again.
import { useEffect, useRef, useState } from 'preact/hooks'
import { get, post } from '../base/api.js'
import { shown } from '../base/shown.js'
import { useAction } from '../base/use.js'
import { Diff } from '../parts/diff.jsx'
import { Problem, Sign } from '../parts/small.jsx'
import { Text } from '../parts/text.jsx'
import { Finding } from '../views/item/finding.jsx'
import { makeEditor } from './code-editor.js'
import { useCheck } from './use-check.js'

function Verdict({ verdict }) {
  if (verdict.error) return <Problem error={verdict.error} />
  const number = verdict.findings.length
  return (
    <p role="status">
      {verdict.asking && <span class="quiet">checking …</span>}
      {!verdict.asking && verdict.valid && <Sign of="ok">valid: {verdict.checked.join(', ')}</Sign>}
      {!verdict.asking && !verdict.valid && <Sign of="error">{number} to repair</Sign>}
    </p>
  )
}

function Findings({ verdict, path, goTo }) {
  return (
    <ul class="found" aria-label="What is found">
      {verdict.findings.map((each, i) => (
        <li key={i}>
          {each.file === path ? (
            <button class="plain" onClick={() => goTo(each.line ?? 1)}>
              line {each.line ?? 1}
            </button>
          ) : (
            <code>
              <Text text={each.file ?? ''} />
            </code>
          )}
          <Finding finding={each} />
        </li>
      ))}
    </ul>
  )
}

export default function Fix({ base, name, files, onClose, onDone }) {
  const place = useRef()
  const editor = useRef()
  const [file, setFile] = useState(null)
  const [text, setText] = useState('')
  const [problem, setProblem] = useState(null)
  const [comparing, compare] = useState(false)
  const [verdict, check, checkNow] = useCheck(base, name)
  const [submit, busy, failed] = useAction(async () => {
    await post(`${base}/files`, { files: { [name]: editor.current.text() } }, { etag: file.etag })
    await post(`${base}/retry`, { fresh: false })
    onDone()
  })
  const path = files.find((each) => each.name === name)?.path

  useEffect(() => {
    let current = true
    const read = async () => {
      const { data, etag } = await get(`${base}/files/${encodeURIComponent(name)}`)
      if (current) setFile({ ...data, etag })
    }
    read().catch(setProblem)
    return () => {
      current = false
    }
  }, [])

  useEffect(() => {
    if (!file) return undefined
    setText(file.text)
    editor.current = makeEditor(place.current, {
      text: file.text,
      label: `Text of ${shown(name)}`,
      changed: (now) => (setText(now), check(now)),
      extraKeys: [
        { key: 'Mod-Enter', run: () => (submit(), true) },
        { key: 'Escape', run: () => (onClose(), true) },
      ],
    })
    editor.current.focus()
    checkNow(file.text)
    return () => editor.current.end()
  }, [file])

  useEffect(() => editor.current?.mark(verdict.findings.filter((each) => each.file === path)), [verdict])

  if (problem) return <Problem error={problem} />
  const error =
    failed?.status === 412 ? new Error('A file has changed since you opened it, so nothing was written.') : failed
  return (
    <section class="fix" aria-label={`Fix ${shown(name)}`}>
      <h2>
        Fix <Text text={name} />
      </h2>
      {file && !file.is_text && <p class="wait">This is not UTF-8: writing it replaces what cannot be shown.</p>}
      <div class="editor" ref={place} />
      <Verdict verdict={verdict} />
      <Problem error={error} />
      <div class="actions">
        <button class="first" disabled={busy || !file} onClick={() => submit()}>
          Write and submit
        </button>
        <button onClick={() => checkNow(editor.current.text(), true)}>Run all checks</button>
        <button aria-pressed={comparing} onClick={() => compare(!comparing)}>
          What I changed
        </button>
        <button onClick={onClose}>Leave it</button>
        <span class="quiet">
          <kbd>Ctrl</kbd>+<kbd>Enter</kbd> submits, <kbd>Esc</kbd> leaves
        </span>
      </div>
      {comparing && <Diff before={file.text} after={text} titles={['before', 'yours']} />}
      <Findings verdict={verdict} path={path} goTo={(line) => editor.current.goTo(line)} />
    </section>
  )
}
