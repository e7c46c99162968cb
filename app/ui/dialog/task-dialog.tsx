import clsx from "clsx"
import { Calendar, Lock } from "lucide-react"
import { useId } from "react"
import { limits } from "~/contract/field"
import type { Task } from "~/contract/task"
import { dayOf, dueOn, shortDay } from "~/rules/dates"
import { useBoard, useMember, useMembers, useRow } from "~/ui/board/board-context"
import { Stamp } from "~/ui/board/card-parts"
import { atTime, urgency } from "~/ui/board/dates"
import { movesTo } from "~/ui/board/drop"
import { itemName } from "~/ui/board/names"
import { useTextEdit } from "~/ui/board/use-text-edit"
import { EditFrame } from "~/ui/dialog/edit-frame"
import { MoveTo } from "~/ui/dialog/move-to"
import { TextArea } from "~/ui/dialog/text-area"
import { useDelete } from "~/ui/dialog/use-delete"
import { Avatar } from "~/ui/parts/avatar"
import { Tag } from "~/ui/parts/badge"
import { Segmented } from "~/ui/parts/segmented"
import { board, dialog } from "~/ui/texts/board"

type DialogProps = { id: number; onClose(): void }

const statuses = [
  { value: "0", label: board.columns[0] },
  { value: "1", label: board.columns[1] },
  { value: "2", label: board.columns[2] },
] as const

export const TaskDialog = ({ id, onClose }: DialogProps) => {
  const { session, view, change, canEdit } = useBoard()
  const task = useRow("task", id)
  const item = useRow("item", task?.itemId ?? 0)
  const [remove, question] = useDelete(dialog.deleteTask, () => {
    onClose()
    change("task.remove", { id })
  })
  if (!task) return null
  const card = { entity: "task", id } as const
  const closed = task.readOnly || item?.completed === true
  const readOnly = !canEdit || closed
  return (
    <EditFrame
      card={card}
      label={dialog.task}
      color={task.color}
      goalName={item?.goal?.name}
      parent={item && itemName(item)}
      draft={task.isDraft || id <= 0}
      counts={{ files: task.attachmentCount }}
      tag={
        readOnly && (
          <Tag>
            <Lock className="i xs" aria-hidden="true" />
            {board.readOnly}
          </Tag>
        )
      }
      entries={!readOnly && remove}
      onClose={onClose}
    >
      {closed && task.complete && <Stamp big />}
      <TextArea
        label={dialog.description}
        quiet
        className={clsx("inp tall task-text", closed && task.complete && "stamped")}
        stored={task.description}
        maxLength={limits.description}
        readOnly={readOnly}
        refuses={(text) => text.trim() === ""}
        save={(description) => change("task.update", { id, description })?.done ?? Promise.resolve(false)}
      />
      <div className="pairs">
        <div className="pair">
          <span>{dialog.status}</span>
          {readOnly ? (
            <span>{board.columns[task.type]}</span>
          ) : (
            <Segmented
              label={dialog.status}
              value={statuses[task.type].value}
              options={statuses}
              onChange={(value) =>
                session.carryOut(
                  movesTo(
                    session.store,
                    card,
                    { list: "tasks", itemId: task.itemId, type: Number(value) as Task["type"] },
                    view.get().goalId,
                  ),
                )
              }
            />
          )}
        </div>
        <OwnerRow task={task} readOnly={readOnly} />
        <DueRow task={task} readOnly={readOnly} />
        <div className="pair">
          <span>{dialog.created}</span>
          <span className="ink2 num">{atTime(task.createdDate)}</span>
        </div>
        {!readOnly && <MoveTo card={card} />}
        {task.complete && !closed && <Stamp />}
      </div>
      {question}
    </EditFrame>
  )
}

type RowProps = { task: Task; readOnly: boolean }

const OwnerRow = ({ task, readOnly }: RowProps) => {
  const { change } = useBoard()
  const members = useMembers()
  const owner = useMember(task.ownerId)
  const fieldId = useId()
  const sorted = [...members].sort((a, b) => a.userName.localeCompare(b.userName))
  return (
    <div className="pair">
      <label htmlFor={fieldId}>{dialog.owner}</label>
      <div className="row">
        {task.owner && task.ownerId !== null ? (
          <Avatar person={{ id: task.ownerId, userName: task.owner.userName, avatarUrl: owner?.avatarUrl }} />
        ) : (
          <span className="av none" />
        )}
        <select
          id={fieldId}
          className="inp quiet"
          value={task.ownerId ?? ""}
          disabled={readOnly}
          onChange={({ target }) =>
            change("task.update", { id: task.id, ownerId: target.value === "" ? null : Number(target.value) })
          }
        >
          <option value="">{board.noOwner}</option>
          {task.ownerId !== null && !owner && <option value={task.ownerId}>{task.owner?.userName}</option>}
          {sorted.map(({ id, userName }) => (
            <option key={id} value={id}>
              {userName}
            </option>
          ))}
        </select>
      </div>
    </div>
  )
}

/** A date typed key by key passes through years nobody means. */
const isHalfTyped = (day: string) => day !== "" && Number(day.slice(0, 4)) < 1900

const DueRow = ({ task, readOnly }: RowProps) => {
  const { change: send } = useBoard()
  const fieldId = useId()
  const { text, change, flush } = useTextEdit({
    stored: task.dueDate === null ? "" : dayOf(task.dueDate),
    refuses: isHalfTyped,
    save: (day) =>
      send("task.update", { id: task.id, dueDate: day === "" ? null : dueOn(day) })?.done ?? Promise.resolve(false),
  })
  return (
    <div className="pair">
      <label htmlFor={fieldId}>{dialog.dueDate}</label>
      <div className={clsx("due-pick", readOnly && "fixed")}>
        <Calendar className="i" aria-hidden="true" />
        <span className={clsx("due num", text && !task.complete && urgency(text))} aria-hidden="true">
          {text === "" ? board.noDueDate : shortDay(text)}
        </span>
        <input
          id={fieldId}
          type="date"
          className="inp quiet num"
          value={text}
          max="9999-12-31"
          disabled={readOnly}
          onClick={({ currentTarget }) => currentTarget.showPicker?.()}
          onChange={({ target }) => change(target.value)}
          onBlur={flush}
        />
      </div>
    </div>
  )
}
