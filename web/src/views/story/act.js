// The steps of a story. Each has an id of its own, so that a repeated one is not played twice.
import { ofSession } from '../../base/api.js'
import { askAndWait } from '../../base/asked.js'

const withId = (body) => ({ user_action_id: `page-${crypto.randomUUID()}`, ...body })

export const say = (session, text, scene) =>
  askAndWait(ofSession(session, 'turns'), withId({ text, expect_scene: scene }))

/** `what`: begin, undo, redo, retry, branch, end. */
export const act = (session, what, body = {}) => askAndWait(ofSession(session, 'story', what), withId(body))
