// What a session shows: [the last part of its address, title, the view's code].
export const tabs = [
  ['', 'Signals', () => import('./signals.jsx')],
  ['graph', 'Graph', () => import('./graph/graph.jsx')],
  ['tree', 'Tree', () => import('./tree/tree.jsx')],
  ['generations', 'Generations', () => import('./generations.jsx')],
  ['tuning', 'Tuning', () => import('../tuning/tuning.jsx')],
  ['plays', 'Plays', () => import('../play/plays.jsx')],
  ['story', 'Story', () => import('../story/story.jsx')],
]
