// Steps of plays and of ways to a fault, in words.
const value = (each) => (typeof each === 'string' ? each : JSON.stringify(each))
const inputText = (input) =>
  Object.entries(input ?? {})
    .map(([name, each]) => `${name} = ${value(each)}`)
    .join(', ')

const kinds = { correction: 'correction', restart: 'restart', error: 'error' }

/** What was done: "player1: plant, sacks = 2" or "draw_weather fires". */
export function stepText(step) {
  if (step.playerId) return `${step.playerId}: ${[step.actionId, inputText(step.input)].filter(Boolean).join(', ')}`
  if (step.transitionId && step.kind !== 'error') return `${step.transitionId} fires`
  if (step.kind === 'correction')
    return `correction of ${
      (step.ops ?? [])
        .map(({ path }) => path)
        .filter(Boolean)
        .join(', ') || 'the state'
    }`
  if (step.kind === 'restart') return `restart from before step ${step.from}${step.reason ? `: ${step.reason}` : ''}`
  return [kinds[step.kind] ?? step.kind, step.error].filter(Boolean).join(': ')
}

/** What was left to chance or to a model. */
export function byChance(step) {
  const drawn = (step.draws ?? step.rng ?? []).map((each) => `${each.path} is drawn: ${value(each.value)}`)
  const computed = (step.model ?? []).map((each) => `a model says ${each.name} = ${value(each.value)}`)
  return [...drawn, ...computed].join('; ')
}
