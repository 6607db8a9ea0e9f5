// Numbers and times as people read them.
const ages = [
  [60, 's'],
  [3600, 'min', 60],
  [86400, 'h', 3600],
  [Infinity, 'd', 86400],
]

export function age(seconds) {
  const whole = Math.max(0, Math.floor(seconds))
  const [, unit, size = 1] = ages.find(([limit]) => whole < limit)
  return `${Math.floor(whole / size)} ${unit}`
}

export const since = (time, now = Date.now()) => (time ? age((now - Date.parse(time)) / 1000) : '')
export const clock = (time) => new Date(time).toLocaleTimeString([], { hour12: false })
const fully = { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', second: '2-digit', hour12: false }
export const when = (time) => new Date(time).toLocaleString([], fully)
/** A person may submit more often than attempts were granted. */
export const attemptOf = (number, granted) =>
  number > granted ? `attempt ${number}; ${granted} were granted` : `attempt ${number} of ${granted}`
export const count = (number, one, many = one + 's') => `${number.toLocaleString('en')} ${number === 1 ? one : many}`

export function bytes(number) {
  if (number < 1000) return `${number} B`
  if (number < 1e6) return `${(number / 1000).toFixed(1)} KB`
  return `${(number / 1e6).toFixed(1)} MB`
}

export const micros = (number) => (number < 1000 ? `${number} µs` : `${(number / 1000).toFixed(1)} ms`)

/** Millionths of a dollar. */
export function money(micro) {
  const dollars = micro / 1e6
  return '$' + (dollars !== 0 && dollars < 0.1 ? dollars.toPrecision(2) : dollars.toFixed(2))
}

export function duration(milliseconds) {
  if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`
  if (milliseconds < 60_000) return `${(milliseconds / 1000).toFixed(1)} s`
  const seconds = Math.round(milliseconds / 1000)
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ${seconds % 60} s`
  return `${Math.floor(seconds / 3600)} h ${Math.floor((seconds % 3600) / 60)} min`
}

/** "12.4k" */
export function short(number) {
  for (const [size, unit] of [
    [1e9, 'G'],
    [1e6, 'M'],
    [1e3, 'k'],
  ])
    if (number >= size) return `${(number / size).toFixed(number < 100 * size ? 1 : 0).replace(/\.0$/, '')}${unit}`
  return String(Math.round(number * 100) / 100)
}
