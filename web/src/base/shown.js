// What agents wrote, as it may be shown: characters that change the order of others, or cannot be seen, become visible.
const unseen = new RegExp(
  '[' +
    String.raw`\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e` +
    String.raw`\u2060-\u2069\ufeff\ufff9-\ufffb\ufffe\uffff` +
    String.raw`]|\p{Cs}`,
  'gu',
)

const visible = (character) => `\\u{${character.codePointAt(0).toString(16).toUpperCase()}}`

/** For attributes, titles and the canvas. */
export const shown = (text) => String(text ?? '').replace(unseen, visible)

/** The text as pieces: { text, escape }. */
export function pieces(text) {
  const whole = String(text ?? '')
  const found = []
  let from = 0
  for (const match of whole.matchAll(unseen)) {
    if (match.index > from) found.push({ text: whole.slice(from, match.index) })
    found.push({ text: visible(match[0]), escape: true })
    from = match.index + match[0].length
  }
  if (from < whole.length) found.push({ text: whole.slice(from) })
  return found
}
