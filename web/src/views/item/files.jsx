// The files behind the signal: a list, the text of one, and its editor.
import { useEffect, useState } from 'preact/hooks'
import { bytes } from '../../base/format.js'
import { shown } from '../../base/shown.js'
import { useDocument } from '../../base/use.js'
import { Late } from '../../parts/late.jsx'
import { Nothing, Sign, Waiting } from '../../parts/small.jsx'
import { Text } from '../../parts/text.jsx'
import { Finding } from './finding.jsx'
import { Source } from './source.jsx'

const loadEditor = () => import('../../editor/fix.jsx')

const findingsOf = (waiting) => waiting?.attempts.at(-1)?.findings ?? []

function FileList({ files, findings, chosen, choose }) {
  return (
    <ul class="files" aria-label="Files">
      {files.map((file) => {
        const number = findings.filter((each) => each.file === file.path).length
        return (
          <li key={file.path}>
            <button type="button" class="plain" aria-pressed={file.name === chosen} onClick={() => choose(file.name)}>
              <Text text={file.name} />
              <span class="quiet">{bytes(file.size)}</span>
              {number > 0 && <Sign of="error">{number}</Sign>}
            </button>
          </li>
        )
      })}
    </ul>
  )
}

function OneFile({ base, name, mine, findings }) {
  const file = useDocument(`${base}/files/${encodeURIComponent(name)}`, mine)
  if (!file.data) return <Waiting of={file} what="the file" />
  return (
    <>
      {!file.data.is_text && <p class="wait">This is not UTF-8; it is shown as far as it can be printed.</p>}
      {file.data.is_packed && <p class="quiet">The file is compressed; this is its text.</p>}
      <Source text={file.data.text} findings={file.data.findings ?? findings} label={`Text of ${shown(name)}`} />
    </>
  )
}

export function Files({ base, waiting, mine, editing, setEditing, onDone }) {
  const files = useDocument(`${base}/files`, mine)
  const [wanted, choose] = useState('')
  const findings = findingsOf(waiting)
  const all = files.data?.files ?? []
  const faulty = all.find((file) => findings.some((each) => each.file === file.path))
  const chosen = all.find((file) => file.name === wanted) ?? faulty ?? all[0]

  // 'Fix' opens the file that is shown.
  useEffect(() => {
    if (editing === '' && chosen) setEditing(chosen.name)
  }, [editing, chosen?.name])

  const elsewhere = findings.filter((each) => !all.some((file) => file.path === each.file))
  if (!files.data) return <Waiting of={files} what="the files" />
  return (
    <>
      {elsewhere.map((each) => (
        <Finding key={each.message} finding={each} />
      ))}
      {all.length === 0 && <Nothing>This signal has no files.</Nothing>}
      <div class="files-columns">
        <FileList files={all} findings={findings} chosen={chosen?.name} choose={choose} />
        <div>
          {editing && (
            <Late
              load={loadEditor}
              key={editing}
              base={base}
              name={editing}
              files={all}
              onClose={() => setEditing(null)}
              onDone={() => (setEditing(null), files.reload(), onDone())}
            />
          )}
          {!editing && chosen && <OneFile base={base} name={chosen.name} mine={mine} findings={findings} />}
        </div>
      </div>
    </>
  )
}
