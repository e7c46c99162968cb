import { isRefusal } from "~/contract/problem"
import { isPassing, type SendOptions } from "../api"
import { eachOf } from "../outbox/each-of"
import { draftStorage } from "../outbox/stored-drafts"
import type { StoredDrafts } from "../outbox/stored-rows"
import { ifGone } from "../page-lock"
import { openNoteEditing } from "./note-editing"
import { saveNote } from "./save-note"

/**
 * Saves the notes that closed pages left, merged with what others changed since. What needs its author (both changed the
 * same words, or the server refuses it) stays. `shown`: the plan on screen, which takes up its own. Rejects where it has to
 * be tried again later.
 */
export const sendLeftNotes = async (userId: number, options: SendOptions = {}, shown?: number): Promise<void> => {
  const left = (await draftStorage.all(userId)).filter(({ planId }) => planId !== shown)
  await eachOf(left, async ({ ref, page }) => {
    let failure: { thrown: unknown } | undefined
    await ifGone(page, async () => {
      const row = await draftStorage.get(ref)
      if (row) failure = await sendRow(row, options).then(undefined, (thrown) => ({ thrown }))
    })
    if (failure) throw failure.thrown
  })
}

/** Throws what postponed a note. */
const sendRow = async (row: StoredDrafts, options: SendOptions) => {
  const left = new Map(row.drafts.entries())
  let storing: Promise<unknown> = Promise.resolve()
  await eachOf([...row.drafts.entries()], async ([n, { at, ...draft }]) => {
    const editing = openNoteEditing({
      draft,
      save: (save) => saveNote(row.planId, save, options),
      keep: (now) => {
        if (now) left.set(n, { ...now, at })
        else left.delete(n)
        const drafts = [...left.values()]
        storing = drafts.length > 0 ? draftStorage.put({ ...row, drafts }) : draftStorage.remove(row.ref)
      },
    })
    await editing.flush()
    editing.close()
    await storing
    const { saving, failure } = editing.state.get()
    const isLater = isPassing(failure) || (isRefusal(failure) && failure.problem.status === 401)
    if (saving === "failed" && isLater) throw failure
  })
}
