import { ChevronDown } from "lucide-react"
import { useEffect, useState } from "react"
import type { Item } from "~/contract/item"
import { GoalLabel } from "~/ui/board/card/action-text"
import { useLaneMatch } from "~/ui/board/lane/lane-matches"
import { board } from "~/ui/board/texts"
import { taskColumn, useList } from "~/ui/plan/board-context"
import { focusCard } from "~/ui/plan/card-element"
import { goalTint } from "~/ui/plan/goal-tint"
import { itemName } from "~/ui/plan/names"

/** A lane folds while a search matches none of its cards, until it is unfolded or the search ends. */
export const useFoldedLane = (itemId: number) => {
  const match = useLaneMatch(itemId)
  const [opened, setOpened] = useState(false)
  useEffect(() => {
    if (match === null) setOpened(false)
  }, [match])
  const unfold = () => {
    setOpened(true)
    focusCard({ entity: "item", id: itemId })
  }
  return { folded: match === "none" && !opened, unfold }
}

export const FoldedLane = ({ item, onUnfold }: { item: Item; onUnfold(): void }) => {
  const { id } = item
  const tasks =
    useList(taskColumn(id, 0)).length + useList(taskColumn(id, 1)).length + useList(taskColumn(id, 2)).length
  const name = itemName(item)
  return (
    <section className="lane folded" aria-label={name} {...goalTint(item.goal?.color)}>
      <div className="folded-name slim">
        <GoalLabel goal={item.goal} />
        <button type="button" className="action-title stretched" dir="auto" aria-expanded={false} onClick={onUnfold}>
          <span className="truncate">{name}</span>
        </button>
      </div>
      <span className="muted numeric">{board.noMatch(tasks)}</span>
      <ChevronDown className="icon small" aria-hidden="true" />
    </section>
  )
}
