import "~/rules/copy"
import { Copy } from "lucide-react"
import type { ReactNode } from "react"
import { dialog } from "~/ui/dialog/texts"
import { Button } from "~/ui/parts/button"
import { say } from "~/ui/parts/toast/toast"
import { useBoard } from "~/ui/plan/board-context"
import { nameOf } from "~/ui/plan/names"

/** The entry that puts a copy below a card, and selects it. `close` closes the card's dialog. */
export const useCopy = (entity: "item" | "task", id: number, close: () => void): ReactNode => {
  const { session, view, change } = useBoard()
  const copy = () => {
    const name = nameOf(session.store, entity, id)
    close()
    const sent = change(`${entity}.copy`, { id })
    if (!sent) return
    view.set({ selected: { entity, id: sent.id } })
    say(dialog.copied(name))
  }
  return (
    <Button onClick={copy}>
      <Copy className="icon" aria-hidden="true" />
      {dialog.copy}
    </Button>
  )
}
