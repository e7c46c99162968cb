import { Link } from "@remix-run/react"
import clsx from "clsx"
import { Calendar, PanelTopOpen, SquareKanban } from "lucide-react"
import type { RefObject } from "react"
import { boardAddress } from "~/contract/shared/deep-link"
import type { OwnTask, TaskType } from "~/contract/task"
import { shortDay } from "~/rules/dates"
import { workTexts } from "~/ui/my-work/texts"
import { Popup } from "~/ui/parts/popup"
import { cardTexts } from "~/ui/plan/texts"
import "./my-work.css"

type WorkMenuProps = {
  task: OwnTask
  canChange: boolean
  anchor: RefObject<Element | null>
  onType(type: TaskType): void
  onDay(): void
  onClose(): void
}

const types: readonly TaskType[] = [0, 1, 2]

/** The actions of a task of the list; a sheet on a phone. Import it lazily. */
export const WorkMenu = ({ task, canChange, anchor, onType, onDay, onClose }: WorkMenuProps) => {
  const { id, planId, description, dueDate, type } = task
  const name = description.trim() || cardTexts.untitledTask
  return (
    <Popup label={name} anchor={anchor} className="work-menu" onClose={onClose}>
      <h2 dir="auto">{name}</h2>
      {canChange && (
        <button type="button" className="list-row" onClick={onDay}>
          <Calendar className="icon" aria-hidden="true" />
          <span className="grow">{workTexts.dueDate}</span>
          <span className="muted numeric">{dueDate ? shortDay(dueDate) : workTexts.noDate}</span>
        </button>
      )}
      <Link className="list-row" to={boardAddress(planId, { type: "task", id, show: true })}>
        <SquareKanban className="icon" aria-hidden="true" />
        {workTexts.show}
      </Link>
      <Link className="list-row" to={boardAddress(planId, { type: "task", id })}>
        <PanelTopOpen className="icon" aria-hidden="true" />
        {workTexts.open}
      </Link>
      {canChange ? (
        <div className="work-move grid">
          <span aria-hidden="true">{workTexts.moveTo}</span>
          {/* Buttons, not a radio group: an arrow key would choose, which closes the menu. */}
          <fieldset className="segmented">
            <legend className="visually-hidden">{workTexts.moveTo}</legend>
            {types.map((to) => (
              <button
                key={to}
                type="button"
                className={clsx(to === type && "chosen")}
                aria-pressed={to === type}
                onClick={() => onType(to)}
              >
                {cardTexts.columns[to]}
              </button>
            ))}
          </fieldset>
        </div>
      ) : (
        <p className="muted">{workTexts.viewOnly}</p>
      )}
    </Popup>
  )
}
