// The calls of models by day, as plots need them.
const dayLength = 86_400_000

const empty = {
  calls: 0,
  failed: 0,
  input_tokens: 0,
  cached_tokens: 0,
  cache_written_tokens: 0,
  output_tokens: 0,
  micro_dollars: 0,
  unpriced_tokens: 0,
  milliseconds: 0,
  longest_milliseconds: 0,
}

const dayOf = (number) => new Date(number * dayLength).toISOString().slice(0, 10)
const numberOf = (day) => Math.floor(Date.parse(`${day}T00:00:00Z`) / dayLength)

/** The `most` newest days up to `today`, also those without a call; each model has a row for every day. */
export function byDay(rows, today, most = 30) {
  const last = Math.max(numberOf(today), ...rows.map((row) => numberOf(row.day)))
  const oldest = Math.min(last, ...rows.map((row) => numberOf(row.day)))
  const first = Math.max(oldest, last - most + 1)
  // A single day would be a bar without a place in time.
  const from = Math.min(first, last - 6)
  const days = Array.from({ length: last - from + 1 }, (_, i) => dayOf(from + i))
  const models = [...new Set(rows.map((row) => row.model))].sort()
  const known = new Map(rows.map((row) => [`${row.day} ${row.model}`, row]))
  return {
    days,
    times: days.map((day) => Date.parse(`${day}T00:00:00Z`) / 1000),
    models: models.map((model) => ({
      model,
      rows: days.map((day) => known.get(`${day} ${model}`) ?? { ...empty, day, model }),
    })),
  }
}

export const meanOf = (row) => (row.calls > 0 ? row.milliseconds / row.calls : null)

/** Of several models on one day. */
export function sumOf(rows) {
  const sum = Object.fromEntries(
    Object.keys(empty).map((member) => [member, rows.reduce((total, row) => total + row[member], 0)]),
  )
  return { ...sum, longest_milliseconds: Math.max(0, ...rows.map((row) => row.longest_milliseconds)) }
}
