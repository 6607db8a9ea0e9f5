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
export const count = (number, one, many = one + 's') => `${number.toLocaleString('en')} ${number === 1 ? one : many}`

export function bytes(number) {
  if (number < 1000) return `${number} B`
  if (number < 1e6) return `${(number / 1000).toFixed(1)} KB`
  return `${(number / 1e6).toFixed(1)} MB`
}

export const micros = (number) => (number < 1000 ? `${number} µs` : `${(number / 1000).toFixed(1)} ms`)
