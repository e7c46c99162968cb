import type { BoardReader } from "~/client/board/board-types"
import { type Contents, planCalls } from "~/contract/plan"
import { listText } from "~/contract/shared/language/format"
import { dialog } from "~/ui/dialog/texts"
import { useCall } from "~/ui/parts/use-call"
import { useBoard } from "~/ui/plan/board-context"
import { contentTexts } from "~/ui/plan/content-texts"
import type { CardRef } from "~/ui/plan/view-state"

/** The content of a card as far as the board has it; the server counts comments, and files of goals. */
const onBoard = (store: BoardReader, { entity, id }: CardRef): Contents => {
  const items =
    entity === "task"
      ? []
      : entity === "item"
        ? [id]
        : (["list", "lanes", "history"] as const).flatMap((list) => store.list(`${list}:${id}`))
  const tasks = items.flatMap((item) => ([0, 1, 2] as const).flatMap((type) => store.list(`tasks:${item}:${type}`)))
  const filesOf = (row: { attachmentCount: number } | undefined) => row?.attachmentCount ?? 0
  const files =
    entity === "task"
      ? filesOf(store.task(id))
      : items.reduce((sum, item) => sum + filesOf(store.item(item)), 0) +
        tasks.reduce((sum, task) => sum + filesOf(store.task(task)), 0)
  const below = entity === "goal" ? items.length : 0
  return { goals: 0, items: below, tasks: tasks.length, comments: 0, notes: 0, files }
}

/** The things that are deleted with a card. */
export const GoesAlong = ({ card: { entity, id } }: { card: CardRef }) => {
  const { store, planId } = useBoard().session
  const realId = store.realId(id)
  const { value } = useCall(planCalls.contents, realId > 0 ? { planId, entity, id: realId } : undefined)
  // Without an answer, what the board knows is shown.
  const parts = contentTexts.list(value ?? onBoard(store, { entity, id }))
  return parts.length === 0 ? null : <p>{dialog.alsoDeletes(listText(parts))}</p>
}
