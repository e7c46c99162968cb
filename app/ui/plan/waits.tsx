import { Hourglass } from "lucide-react"
import type { Item } from "~/contract/item"
import type { Task } from "~/contract/task"
import { useBoard, useHolding } from "~/ui/plan/board-context"
import { cardTexts } from "~/ui/plan/texts"

type WaitsProps = { row: Item | Task /** Only the number. */; short?: boolean }

/** How many open cards this one waits for; it opens their chain. A card of To Do may wait, one in Doing is to be seen. */
export const Waits = ({ row, short = false }: WaitsProps) => {
  const { view } = useBoard()
  const entity = "topic" in row ? "item" : "task"
  const count = useHolding(entity, row.blockedByIds)
  if (count === 0) return null
  const card = { entity, id: row.id } as const
  const text = cardTexts.waitsFor(count)
  return (
    <button
      type="button"
      className="due waits numeric reach rigid"
      aria-label={text}
      aria-haspopup="dialog"
      data-urgency={row.type === 1 && entity === "task" ? "soon" : undefined}
      data-no-drag=""
      data-picks={`chain:${entity}:${row.id}`}
      onClick={() => view.set({ picker: { what: "chain", card } })}
    >
      <Hourglass className="icon tiny" aria-hidden="true" />
      {short ? count : text}
    </button>
  )
}
