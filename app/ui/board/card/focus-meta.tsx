import type { Item } from "~/contract/item"
import { ActionControls } from "~/ui/board/card/card-controls"
import type { CardMode } from "~/ui/board/card/card-mode"
import { Attachments, EditHint, Estimates, Saving } from "~/ui/board/card/card-parts"
import { board } from "~/ui/board/texts"
import { Tag } from "~/ui/parts/badge"
import { useBoard, usePlan } from "~/ui/plan/board-context"
import { DueDate, Owner } from "~/ui/plan/card-marks"
import { Waits } from "~/ui/plan/waits"

/** Below the text of an action in Focus: what it knows, or what can be done with it while it is selected or edited. */
export const FocusMeta = ({ item, mode }: { item: Item; mode: CardMode }) => {
  const plan = usePlan()
  const { can } = useBoard()
  if (mode === "editing") return <EditHint />
  if (mode === "selected" && can("changeBoard")) return <ActionControls item={item} />
  return (
    <div className="card-meta facts row">
      {plan?.effortAndComplexityVisible && <Estimates value={item.businessValue} effort={item.effortAndComplexity} />}
      <span className="grow" />
      <Saving card={{ entity: "item", id: item.id }} />
      <span className="facts-end row wraps">
        {item.isDraft && <Tag kind="goal">{board.draft}</Tag>}
        {item.blocked && <Waits row={item} />}
        {item.dueDate && <DueDate date={item.dueDate} />}
        <Attachments card={{ entity: "item", id: item.id }} count={item.attachmentCount} />
        <Owner person={item.owner} />
      </span>
    </div>
  )
}
