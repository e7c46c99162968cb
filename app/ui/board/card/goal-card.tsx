import { Draggable } from "@hello-pangea/dnd"
import clsx from "clsx"
import { memo, useRef } from "react"
import { CardButton } from "~/ui/board/card/card-button"
import { useCardMode } from "~/ui/board/card/card-mode"
import { MenuButton } from "~/ui/board/card/card-parts"
import { GoalProgress } from "~/ui/board/card/goal-progress"
import { Searched, useDim } from "~/ui/board/card/search-words"
import { useGlow } from "~/ui/board/card/use-glow"
import { dragId, goalPlace } from "~/ui/board/drag/drag-ids"
import type { CardProps } from "~/ui/board/drag/drag-list"
import { dropStyle } from "~/ui/board/drag/lift"
import { board } from "~/ui/board/texts"
import { useBoard, useRow, useView } from "~/ui/plan/board-context"
import { NotSaved } from "~/ui/plan/card-marks"
import { GhostMark } from "~/ui/plan/ghost-slot"
import { goalTint } from "~/ui/plan/goal-tint"
import { cardTexts } from "~/ui/plan/texts"

/** A goal: a press selects it, which filters actions and lanes; an action dropped on it moves to it. */
export const GoalCard = memo(function GoalCard({ id, index }: CardProps) {
  const { session, view, can, change } = useBoard()
  const goal = useRow("goal", id)
  const card = { entity: "goal", id } as const
  const place = goalPlace(id)
  const chosen = useView(({ goalId }) => goalId === id)
  const mode = useCardMode(card)
  const takes = useView(({ target }) => target === place)
  const dim = useDim(card, goal?.name, goal?.description)
  const element = useRef<HTMLElement | null>(null)
  useGlow(
    element,
    card,
    JSON.stringify([goal?.name, goal?.description, goal?.color]),
    goal?.createdDate ?? "1970-01-01T00:00:00Z",
  )
  if (!goal) return null
  const tint = goalTint(goal.color)
  return (
    <Draggable
      draggableId={dragId(session.store, "goal", id)}
      index={index}
      isDragDisabled={!can("changeBoard") || mode === "editing"}
      disableInteractiveElementBlocking
    >
      {(provided, snapshot) => (
        <article
          ref={(node) => {
            provided.innerRef(node)
            element.current = node
          }}
          {...provided.draggableProps}
          {...tint}
          style={{ ...dropStyle(provided.draggableProps.style, snapshot), ...tint.style }}
          data-place={place}
        >
          <div
            data-takes={takes || undefined}
            className={clsx("goal-card anchor", chosen && "selected", goal.isDraft && "draft", dim && "dim", {
              dragging: snapshot.isDragging && !snapshot.isDropAnimating,
              dropping: snapshot.isDropAnimating,
            })}
          >
            <CardButton
              card={card}
              mode={mode}
              text={goal.name}
              fallback={cardTexts.untitledGoal}
              label={board.newGoal}
              className="goal-name fine"
              handle={provided.dragHandleProps}
              readOnly={!can("changeBoard")}
              syllables
              save={(text) => change("goal.update", { id, name: text })?.done ?? Promise.resolve(false)}
              toggle={{ on: chosen, press: () => view.set({ goalId: chosen ? null : id }) }}
            />
            {goal.description && (
              <p className="card-description clamped secondary breaks" dir="auto">
                <Searched text={goal.description} />
              </p>
            )}
            <GoalProgress id={id} />
            <NotSaved card={card} />
            <GhostMark card={card} />
            <MenuButton card={card} name={goal.name} />
          </div>
        </article>
      )}
    </Draggable>
  )
})
