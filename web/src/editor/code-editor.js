// CodeMirror, in a shadow root: there it puts its styles into sheets of the root, which the page's policy allows.
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { json } from '@codemirror/lang-json'
import { bracketMatching, HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import { lintGutter, lintKeymap, setDiagnostics } from '@codemirror/lint'
import { EditorState } from '@codemirror/state'
import { EditorView, highlightActiveLine, highlightSpecialChars, keymap, lineNumbers } from '@codemirror/view'
import { tags } from '@lezer/highlight'

const colours = HighlightStyle.define([
  { tag: tags.propertyName, color: 'var(--link)' },
  { tag: tags.string, color: 'var(--good)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--wait)' },
])

const look = EditorView.theme({
  '&': { color: 'var(--ink)', backgroundColor: 'var(--sheet)', height: '100%', fontSize: '14px' },
  '.cm-content': { caretColor: 'var(--ink)', fontFamily: 'var(--mono)' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)' },
  '.cm-gutters': { backgroundColor: 'var(--ground)', color: 'var(--quiet)', borderRight: '1px solid var(--line)' },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'color-mix(in srgb, var(--mark) 45%, transparent)' },
  '&.cm-focused .cm-selectionBackground, .cm-selectionBackground, .cm-content ::selection': {
    backgroundColor: 'var(--mark)',
  },
  '.cm-tooltip': { backgroundColor: 'var(--sheet)', color: 'var(--ink)', border: '1px solid var(--line)' },
  '.cm-specialChar': { color: 'var(--bad)' },
})

// Characters that change the order of others, or cannot be seen, are shown by their numbers.
const special = highlightSpecialChars({
  addSpecialChars: /[\u061c\u200e\u200f\u2028-\u202e\u2060-\u2069]/g,
  render(code) {
    const shown = document.createElement('span')
    shown.className = 'cm-specialChar'
    shown.textContent = `\\u{${code.toString(16).toUpperCase()}}`
    return shown
  },
})

/** `changed` is called with the whole text after each change. */
export function makeEditor(place, { text, label, changed, extraKeys }) {
  const root = place.shadowRoot ?? place.attachShadow({ mode: 'open' })
  const view = new EditorView({
    root,
    parent: root,
    state: EditorState.create({
      doc: text,
      extensions: [
        lineNumbers(),
        lintGutter(),
        history(),
        special,
        highlightActiveLine(),
        bracketMatching(),
        json(),
        syntaxHighlighting(colours),
        look,
        EditorView.lineWrapping,
        EditorView.contentAttributes.of({ 'aria-label': label }),
        // Tab leaves the editor: it is reached, and left, by keyboard.
        keymap.of([...extraKeys, ...defaultKeymap, ...historyKeymap, ...lintKeymap]),
        EditorView.updateListener.of((update) => update.docChanged && changed(update.state.doc.toString())),
      ],
    }),
  })
  return {
    focus: () => view.focus(),
    text: () => view.state.doc.toString(),
    end: () => view.destroy(),
    /** Marks findings at their lines. */
    mark(findings) {
      const { doc } = view.state
      const marks = findings.map(({ line = 1, column = 1, message, hint, severity = 'error' }) => {
        const at = doc.line(Math.min(Math.max(line, 1), doc.lines))
        const from = Math.min(at.from + Math.max(column - 1, 0), at.to)
        return { from, to: Math.max(from, at.to), severity, message: hint ? `${message}\n${hint}` : message }
      })
      marks.sort((a, b) => a.from - b.from)
      view.dispatch(setDiagnostics(view.state, marks))
    },
    goTo(line) {
      const { doc } = view.state
      const { from } = doc.line(Math.min(Math.max(line, 1), doc.lines))
      view.dispatch({ selection: { anchor: from }, effects: EditorView.scrollIntoView(from, { y: 'center' }) })
      view.focus()
    },
  }
}
