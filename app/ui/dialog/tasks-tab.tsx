import { Calendar, Check, Ellipsis, Plus } from "lucide-react"
import { useRef, useState } from "react"
import type { Task, TaskType } from "~/contract/task"
import { dueChange } from "~/rules/dates"
import { DuePick } from "~/ui/dialog/due-field"
import { OwnerPick } from "~/ui/dialog/owner-field"
import { PickButton } from "~/ui/dialog/pick-button"
import { dialog } from "~/ui/dialog/texts"
import { useUpdate } from "~/ui/dialog/use-update"
import { IconButton } from "~/ui/parts/button"
import { EmptyState } from "~/ui/parts/empty-state"
import { AddField, InPlace } from "~/ui/parts/in-place"
import { common } from "~/ui/parts/texts"
import { taskColumn, useBoard, useList, useRow } from "~/ui/plan/board-context"
import { DueDate, NotSaved, Owner, Stamp } from "~/ui/plan/card-marks"
import { callsTo } from "~/ui/plan/drop"
import { cardTexts } from "~/ui/plan/texts"
import { useTypedTexts } from "~/ui/plan/typed-texts"
import "./tasks-tab.css"
import { focusSoon } from "~/ui/parts/focus"

/** The number of an action's tasks. */
export const useTaskCount = (itemId: number): number =>
  useList(taskColumn(itemId, 0)).length + useList(taskColumn(itemId, 1)).length + useList(taskColumn(itemId, 2)).length

type TasksTabProps = { itemId: number; readOnly: boolean }

/** An action's tasks: doing, to do, a field for a new one, done. */
export const TasksTab = ({ itemId, readOnly }: TasksTabProps) => {
  const { session, change } = useBoard()
  const typed = useTypedTexts()
  const todo = useList(taskColumn(itemId, 0))
  const doing = useList(taskColumn(itemId, 1))
  const done = useList(taskColumn(itemId, 2))
  const [adding, setAdding] = useState(false)
  const add = useRef<HTMLButtonElement>(null)
  // One keyed list: a task that moves keeps its element and so the focus.
  const rows = [...doing, ...todo, ...(adding ? ["add" as const] : []), ...done]
  return (
    <>
      {rows.length === 0 && readOnly && <EmptyState text={dialog.noTasks} />}
      <ul className="task-rows flow" aria-label={dialog.tasksOf}>
        {rows.map((row) =>
          row !== "add" ? (
            <TaskRow key={session.store.keyOf("task", row)} id={row} readOnly={readOnly} />
          ) : (
            <li key="add" className="task-card anchor task-row adding">
              <span className="status-mark" aria-hidden="true" />
              <AddField
                label={cardTexts.newTask}
                className="task-text"
                onType={(text) => (text === "" ? typed.delete(cardTexts.newTask) : typed.set(cardTexts.newTask, text))}
                keep={(description) => {
                  typed.delete(cardTexts.newTask)
                  if (session.store.item(itemId)) change("task.create", { itemId, description })
                }}
                onDone={(by) => {
                  setAdding(false)
                  if (by !== "blur") focusSoon(() => add.current)
                }}
              />
            </li>
          ),
        )}
      </ul>
      {!readOnly && (
        <button
          ref={add}
          type="button"
          className="add-task full add-row row fine muted hovers rigid"
          onClick={() => setAdding(true)}
        >
          <Plus className="icon small" aria-hidden="true" />
          {cardTexts.addTask}
        </button>
      )}
    </>
  )
}

const TaskRow = ({ id, readOnly }: { id: number; readOnly: boolean }) => {
  const { view } = useBoard()
  const task = useRow("task", id)
  const update = useUpdate("task", id)
  const typed = useTypedTexts()
  const [editing, setEditing] = useState(false)
  const text = useRef<HTMLButtonElement>(null)
  if (!task) return null
  const { description, dueDate, owner, complete } = task
  const name = description || cardTexts.untitledTask
  const due = dueDate && <DueDate date={dueDate} done={complete} task={task} />
  return (
    <li className="task-card anchor task-row" data-done={complete || undefined} data-files-of={`task:${id}`}>
      <StatusMenu task={task} readOnly={readOnly} />
      {editing && !readOnly ? (
        <InPlace
          label={cardTexts.newTask}
          className="task-text"
          stored={description}
          save={(description) => {
            typed.set(`${cardTexts.newTask} ${id}`, description)
            return update({ description })
          }}
          onDone={(byKey) => {
            setEditing(false)
            if (byKey) focusSoon(() => text.current)
          }}
        />
      ) : readOnly ? (
        <span className="task-text" dir="auto">
          {name}
        </span>
      ) : (
        <button ref={text} type="button" className="task-text" dir="auto" onClick={() => setEditing(true)}>
          {name}
        </button>
      )}
      {complete && <Stamp />}
      {readOnly
        ? due
        : !(complete && !due) && (
            <DuePick
              dueDate={dueDate}
              className="pick row-pick"
              faint={!due}
              onPick={(dueDate) => void update(dueChange(task, dueDate))}
            >
              {due || (
                <>
                  <Calendar className="icon small" aria-hidden="true" />
                  <span className="visually-hidden">{`${dialog.dueDate} ${dialog.noDueDate}`}</span>
                </>
              )}
            </DuePick>
          )}
      {readOnly ? (
        <Owner person={owner} ring />
      ) : (
        <OwnerPick owner={owner} className="pick row-pick owner-pick" onPick={(ownerId) => void update({ ownerId })}>
          <Owner person={owner} ring />
        </OwnerPick>
      )}
      <IconButton
        small
        data-faint=""
        label={common.menuOf(name)}
        tip={null}
        onClick={() => view.set({ dialog: { entity: "task", id } })}
      >
        <Ellipsis className="icon" aria-hidden="true" />
      </IconButton>
      <NotSaved card={{ entity: "task", id }} />
    </li>
  )
}

const loadMenu = () => import("~/ui/dialog/place-menu")
/** A ring that shows a task's column; pressing it offers all three. */
const StatusMenu = ({ task, readOnly }: { task: Task; readOnly: boolean }) => {
  const { session, view } = useBoard()
  const { id, itemId, type } = task
  const ring = (
    <span className="status-mark" data-type={type} aria-hidden="true">
      {type === 2 && <Check className="icon tiny" />}
    </span>
  )
  const status = cardTexts.columns[type]
  if (readOnly) {
    return (
      <>
        {ring}
        <span className="visually-hidden">{status}</span>
      </>
    )
  }
  return (
    <PickButton
      className="pick row-pick"
      label={`${dialog.status} ${status}`}
      opens="menu"
      load={loadMenu}
      picker={({ PlaceMenu }, anchor, close) => (
        <PlaceMenu
          label={dialog.status}
          anchor={anchor}
          groups={[{ entries: cardTexts.columns.map((label, to) => ({ key: String(to), label, here: to === type })) }]}
          onPick={({ key }) => {
            const to = { list: "tasks", itemId, type: Number(key) as TaskType } as const
            session.makeCalls(callsTo(session.store, { entity: "task", id }, to, view.get()))
          }}
          onClose={close}
        />
      )}
    >
      {ring}
    </PickButton>
  )
}
