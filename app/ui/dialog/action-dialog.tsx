import "./pairs.css"
import { CircleCheck, RotateCcw } from "lucide-react"
import { limits } from "~/contract/shared/bounds"
import { DueField } from "~/ui/dialog/due-field"
import { EditFrame } from "~/ui/dialog/edit-frame"
import { EstimateSlider } from "~/ui/dialog/estimate-slider"
import { LabelField } from "~/ui/dialog/label-field"
import { MoveTo } from "~/ui/dialog/move-to"
import { OwnerField } from "~/ui/dialog/owner-field"
import { TasksTab, useTaskCount } from "~/ui/dialog/tasks-tab"
import { TextArea } from "~/ui/dialog/text-area"
import { dialog } from "~/ui/dialog/texts"
import { useCopy } from "~/ui/dialog/use-copy"
import { useDelete } from "~/ui/dialog/use-delete"
import { useUpdate } from "~/ui/dialog/use-update"
import { WaitField } from "~/ui/dialog/wait-field"
import { celebrate } from "~/ui/meeting/celebrate"
import { Button } from "~/ui/parts/button"
import { Segmented } from "~/ui/parts/segmented"
import { say } from "~/ui/parts/toast/toast"
import { useBoard, usePlan, useRow } from "~/ui/plan/board-context"
import { Stamp } from "~/ui/plan/card-marks"
import { callsTo } from "~/ui/plan/drop"
import { itemName } from "~/ui/plan/names"
import { cardTexts } from "~/ui/plan/texts"

type DialogProps = { id: number; onClose(): void }

export const ActionDialog = ({ id, onClose }: DialogProps) => {
  const { session, view, change, can } = useBoard()
  const item = useRow("item", id)
  const plan = usePlan()
  const taskCount = useTaskCount(id)
  const [remove, question] = useDelete({ entity: "item", id }, onClose)
  const copy = useCopy("item", id, onClose)
  const update = useUpdate("item", id)
  if (!item) return null
  const { topic, description, completed, goal } = item
  const card = { entity: "item", id } as const
  const readOnly = completed || !can("changeBoard")
  const complete = () => {
    onClose()
    if (!change("item.update", { id, completed: !completed }) || completed) return
    say(dialog.celebration(itemName(item)))
    // Half of the colours are shades of the goal's.
    const others = session.store.list("goals").flatMap((each) => session.store.goal(each)?.color ?? [])
    void celebrate(goal ? [...others, ...others.map(() => goal.color)] : others)
  }

  return (
    <EditFrame
      card={card}
      label={dialog.action}
      color={goal?.color}
      goalName={goal?.name}
      name={itemName(item)}
      draft={item.isDraft || id <= 0}
      counts={{ tasks: taskCount, files: item.attachmentCount }}
      tasks={<TasksTab itemId={id} readOnly={readOnly} />}
      readOnly={readOnly}
      entries={
        can("changeBoard") && (
          <>
            {remove}
            <Button variant="success-outline" onClick={complete}>
              {completed ? (
                <RotateCcw className="icon" aria-hidden="true" />
              ) : (
                <CircleCheck className="icon" aria-hidden="true" />
              )}
              {completed ? dialog.uncomplete : dialog.complete}
            </Button>
            {!item.isDraft && copy}
          </>
        )
      }
      onClose={onClose}
    >
      {completed && <Stamp big />}
      <TextArea
        label={dialog.heading}
        className={completed ? "dialog-heading strong bare-field stamped" : "dialog-heading strong bare-field"}
        stored={topic}
        placeholder={readOnly ? undefined : cardTexts.newAction}
        oneLine
        maxLength={limits.name}
        readOnly={readOnly}
        refuses={(text) => text.trim() === "" && description.trim() === ""}
        save={(topic) => update({ topic })}
      />
      <div className="gap" />
      <TextArea
        label={dialog.description}
        className="input tall about-action"
        stored={description}
        maxLength={limits.description}
        readOnly={readOnly}
        refuses={(text) => text.trim() === "" && topic.trim() === ""}
        save={(description) => update({ description })}
      />
      <div className="pairs flow">
        <div className="pairs-row grid">
          <OwnerField
            owner={item.owner}
            awaited={item.awaitedOwner}
            readOnly={readOnly}
            onPick={(ownerId) => void update({ ownerId })}
          />
          <DueField
            dueDate={item.dueDate}
            done={completed}
            readOnly={readOnly}
            onPick={(dueDate) => void update({ dueDate })}
          />
        </div>
        <LabelField
          card={card}
          ids={item.labelIds}
          readOnly={readOnly}
          onPick={(labelIds) => void update({ labelIds })}
        />
        <WaitField
          card={card}
          ids={item.blockedByIds}
          readOnly={readOnly}
          onPick={(blockedByIds) => void update({ blockedByIds })}
        />
        {!readOnly && (
          <div className="pair">
            <span aria-hidden="true">{dialog.place}</span>
            <div className="row wraps">
              <Segmented
                label={dialog.status}
                value={item.focus ? "lanes" : "list"}
                options={[
                  { value: "list", label: dialog.moveToList },
                  { value: "lanes", label: dialog.moveToFocus },
                ]}
                onChange={(list) => session.makeCalls(callsTo(session.store, card, { list }, view.get()))}
              />
              <MoveTo card={card} />
            </div>
          </div>
        )}
      </div>
      {plan?.effortAndComplexityVisible && (
        <div className="estimates">
          <EstimateSlider
            label={dialog.value}
            hint={dialog.valueHint}
            value={item.businessValue}
            max={10}
            readOnly={readOnly}
            save={(businessValue) => void update({ businessValue })}
          />
          <EstimateSlider
            label={dialog.effort}
            hint={dialog.effortHint}
            value={item.effortAndComplexity}
            max={5}
            readOnly={readOnly}
            save={(effortAndComplexity) => void update({ effortAndComplexity })}
          />
        </div>
      )}
      {question}
    </EditFrame>
  )
}
