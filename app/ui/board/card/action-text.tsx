import type { DraggableProvidedDragHandleProps } from "@hello-pangea/dnd"
import type { Item } from "~/contract/item"
import { CardButton } from "~/ui/board/card/card-button"
import type { CardMode } from "~/ui/board/card/card-mode"
import { Searched } from "~/ui/board/card/search-words"
import { openedLink } from "~/ui/parts/links"
import { useBoard } from "~/ui/plan/board-context"
import { itemName } from "~/ui/plan/names"
import { cardTexts } from "~/ui/plan/texts"

/** The name of an action's goal above its card. */
export const GoalLabel = ({ goal }: { goal: Item["goal"] }) =>
  goal && (
    <div className="goal-label strong slim row">
      <span className="truncate" dir="auto">
        {goal.name}
      </span>
    </div>
  )

/** An action's description, below its heading. */
export const ActionDescription = ({ topic, description }: Pick<Item, "topic" | "description">) =>
  topic && description ? (
    <p className="card-description clamped secondary breaks" dir="auto">
      <Searched text={description} />
    </p>
  ) : null

type ActionTextProps = { item: Item; mode: CardMode; handle: DraggableProvidedDragHandleProps | null }

/** An action's heading, edited in place, and its description. An action without a heading shows the description there. */
export const ActionText = ({ item, mode, handle }: ActionTextProps) => {
  const { change, can } = useBoard()
  const { id, topic, description } = item
  return (
    <>
      <CardButton
        card={{ entity: "item", id }}
        mode={mode}
        text={topic || (description ? itemName(item) : "")}
        fallback={cardTexts.untitledAction}
        label={cardTexts.newAction}
        className="action-title"
        handle={handle}
        readOnly={!can("changeBoard") || item.completed}
        syllables
        save={(text) => change("item.update", { id, topic: text })?.done ?? Promise.resolve(false)}
      />
      <ActionDescription topic={topic} description={description} />
    </>
  )
}

/** An action's name as a button that opens its dialog; for visitors the name alone. */
export const ActionLink = ({ item }: { item: Item }) => {
  const { view, can } = useBoard()
  if (!can("readBoard")) {
    return (
      <div className="action-title" dir="auto">
        <Searched text={itemName(item)} />
      </div>
    )
  }
  return (
    <button
      type="button"
      className="action-title stretched"
      dir="auto"
      data-card={`item:${item.id}`}
      onClick={(event) => {
        if (event.detail === 0 || !openedLink(event)) view.set({ dialog: { entity: "item", id: item.id } })
      }}
    >
      <Searched text={itemName(item)} />
    </button>
  )
}
