// All views. `path` is the address after '#/'; `nav` makes a link in the header and a key; `load` fetches the view's
// code when it is first shown. A view gets the parts of its path as properties.
import Now from './now.jsx'

export const views = [
  { path: '', view: Now, nav: { title: 'Now', key: 'n' } },
  { path: 'sessions', load: () => import('./sessions.jsx'), nav: { title: 'Sessions', key: 's' } },
  { path: 'models', load: () => import('./models/models.jsx'), nav: { title: 'Models', key: 'm' } },
  { path: 's/:session', load: () => import('./session/session.jsx') },
  { path: 's/:session/:tab', load: () => import('./session/session.jsx') },
  { path: 's/:session/plays/:play', load: () => import('./play/play.jsx') },
  { path: 's/:session/games/:agent', load: () => import('./play/game.jsx') },
  { path: 's/:session/signal/:signal', load: () => import('./item/item.jsx') },
]
