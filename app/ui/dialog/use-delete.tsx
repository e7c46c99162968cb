import { Trash2 } from "lucide-react"
import type { ReactNode } from "react"
import { dateFormat } from "~/contract/shared/language/format"
import { problemText } from "~/contract/shared/language/problem-text"
import { GoesAlong } from "~/ui/dialog/goes-along"
import { dialog } from "~/ui/dialog/texts"
import { Button } from "~/ui/parts/button"
import { useMessage } from "~/ui/parts/dialog/use-message"
import { common } from "~/ui/parts/texts"
import { dismissToast, showToast } from "~/ui/parts/toast/toast"
import { messageOf } from "~/ui/parts/use-attempt"
import { useBoard } from "~/ui/plan/board-context"
import { nameOf } from "~/ui/plan/names"
import type { CardRef } from "~/ui/plan/view-state"

const words = { goal: "deleteGoal", item: "deleteAction", task: "deleteTask" } as const

const dayName = dateFormat({ day: "numeric", month: "long" })
const inBinFor = 30

const bringBack = () => {
  const day = new Date()
  day.setDate(day.getDate() + inBinFor)
  return dialog.bringBack(dayName(day))
}

/** The delete entry of slot 1, with its confirmation. `close` closes the card's dialog. */
export const useDelete = (card: CardRef, close: () => void): [ReactNode, ReactNode] => {
  const { session, change, can } = useBoard()
  const [message, show] = useMessage()
  const { store, history } = session
  const { entity, id } = card

  const undo = async () => {
    const outcome = history.undoDeletion(card)
    try {
      const end = outcome?.done && outcome.settled ? await outcome.settled : outcome
      if (end && !end.done)
        showToast({ kind: "error", text: end.message ? problemText(end.message) : dialog.notRestored })
    } catch (thrown) {
      showToast({ kind: "error", text: messageOf(thrown, dialog.notRestored) })
    }
  }
  const remove = () => {
    const inBin = store[entity](id)?.isDraft === false
    const name = nameOf(store, entity, id)
    close()
    const sent = change(`${entity}.remove`, { id })
    if (!sent || !inBin) return
    const key = `deleted ${entity} ${id}`
    void sent.done.then((taken) => {
      if (!taken) dismissToast(key)
    })
    showToast({
      kind: "info",
      key,
      text: dialog.deleted[entity],
      more: can("restore") ? name : bringBack(),
      ...(can("restore") ? { action: { label: common.undo, run: () => void undo() } } : {}),
    })
  }
  const ask = async () => {
    const more = (
      <>
        <GoesAlong card={card} />
        {store[entity](id)?.isDraft === false && <p>{bringBack()}</p>}
      </>
    )
    if (await show({ kind: "question", ...dialog[words[entity]], more, confirm: common.delete, danger: true })) remove()
  }
  const entry = (
    <Button variant="danger-outline" onClick={ask}>
      <Trash2 className="icon" aria-hidden="true" />
      {common.delete}
    </Button>
  )
  return [entry, message]
}
