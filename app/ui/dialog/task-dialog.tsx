import clsx from "clsx"
import { limits } from "~/contract/shared/bounds"
import type { Task } from "~/contract/task"
import { dueChange } from "~/rules/dates"
import { DueField, RepeatRow } from "~/ui/dialog/due-field"
import { EditFrame } from "~/ui/dialog/edit-frame"
import { LabelField } from "~/ui/dialog/label-field"
import { MoveTo } from "~/ui/dialog/move-to"
import { OwnerField } from "~/ui/dialog/owner-field"
import { TextArea } from "~/ui/dialog/text-area"
import { dialog } from "~/ui/dialog/texts"
import { useCopy } from "~/ui/dialog/use-copy"
import { useDelete } from "~/ui/dialog/use-delete"
import { useUpdate } from "~/ui/dialog/use-update"
import { WaitField } from "~/ui/dialog/wait-field"
import { atTime } from "~/ui/parts/dates"
import type { Repetition } from "~/ui/parts/day/repeat-head"
import { isPhone } from "~/ui/parts/dialog/use-dialog-place"
import { Segmented } from "~/ui/parts/segmented"
import { useBoard, useRow } from "~/ui/plan/board-context"
import { Stamp } from "~/ui/plan/card-marks"
import { callsTo } from "~/ui/plan/drop"
import { itemName } from "~/ui/plan/names"
import { cardTexts } from "~/ui/plan/texts"
import "./pairs.css"

type DialogProps = { id: number; onClose(): void }

const statuses = () =>
  [
    { value: "0", label: cardTexts.columns[0] },
    { value: "1", label: cardTexts.columns[1] },
    { value: "2", label: cardTexts.columns[2] },
  ] as const

export const TaskDialog = ({ id, onClose }: DialogProps) => {
  const { session, view, can } = useBoard()
  const task = useRow("task", id)
  const item = useRow("item", task?.itemId ?? 0)
  const [remove, question] = useDelete({ entity: "task", id }, onClose)
  const copy = useCopy("task", id, onClose)
  const update = useUpdate("task", id)
  if (!task) return null
  const card = { entity: "task", id } as const
  const repeat = { repetition: task, onRepeat: (repetition: Repetition) => void update(repetition) }
  const closed = task.readOnly || item?.completed === true
  const readOnly = !can("changeBoard") || closed
  return (
    <EditFrame
      card={card}
      label={dialog.task}
      color={task.color}
      goalName={item?.goal?.name}
      parent={item && itemName(item)}
      name={task.description || cardTexts.untitledTask}
      draft={task.isDraft || id <= 0}
      counts={{ files: task.attachmentCount }}
      readOnly={readOnly}
      entries={
        !readOnly && (
          <>
            {remove}
            {!task.isDraft && copy}
          </>
        )
      }
      onClose={onClose}
    >
      {closed && task.complete && <Stamp big />}
      <TextArea
        label={dialog.description}
        quiet
        className={clsx("input tall task-field", closed && task.complete && "stamped")}
        stored={task.description}
        maxLength={limits.description}
        readOnly={readOnly}
        refuses={(text) => text.trim() === ""}
        save={(description) => update({ description })}
      />
      <div className="pairs flow">
        <div className="pair">
          <span>{dialog.status}</span>
          {readOnly ? (
            <span>{cardTexts.columns[task.type]}</span>
          ) : (
            <Segmented
              label={dialog.status}
              value={`${task.type}`}
              options={statuses()}
              onChange={(value) =>
                session.makeCalls(
                  callsTo(
                    session.store,
                    card,
                    { list: "tasks", itemId: task.itemId, type: Number(value) as Task["type"] },
                    view.get(),
                  ),
                )
              }
            />
          )}
        </div>
        <OwnerField
          owner={task.owner}
          awaited={task.awaitedOwner}
          readOnly={readOnly}
          onPick={(ownerId) => void update({ ownerId })}
        />
        <DueField
          dueDate={task.dueDate}
          done={task.complete}
          readOnly={readOnly}
          onPick={(dueDate) => void update(dueChange(task, dueDate))}
          repeat={repeat}
        />
        {!readOnly && task.dueDate && !task.complete && isPhone() && <RepeatRow dueDate={task.dueDate} {...repeat} />}
        <LabelField
          card={card}
          ids={task.labelIds}
          readOnly={readOnly}
          onPick={(labelIds) => void update({ labelIds })}
        />
        <WaitField
          card={card}
          ids={task.blockedByIds}
          readOnly={readOnly}
          onPick={(blockedByIds) => void update({ blockedByIds })}
        />
        <div className="pair">
          <span>{dialog.created}</span>
          <span className="secondary numeric">{atTime(task.createdDate)}</span>
        </div>
        {!readOnly && <MoveTo card={card} />}
        {task.complete && !closed && <Stamp />}
      </div>
      {question}
    </EditFrame>
  )
}
