import { pieces } from '../base/shown.js'

/** What an agent may have written: only ever text, in a direction of its own. */
export function Text({ text, class: name }) {
  return (
    <bdi class={name}>
      {pieces(text).map((piece) => (piece.escape ? <span class="escape">{piece.text}</span> : piece.text))}
    </bdi>
  )
}
