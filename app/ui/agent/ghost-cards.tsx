import { useCallback, useSyncExternalStore } from "react"
import type { GhostCard, GhostPlace } from "~/client/agent/ghosts"
import { shortDay } from "~/rules/dates"
import { ghosts } from "~/ui/agent/ghost-mark"
import { KindIcon } from "~/ui/agent/preview-list"
import { agent } from "~/ui/agent/texts"
import { Avatar } from "~/ui/parts/avatar"
import { useBoard, useMember, useView } from "~/ui/plan/board-context"
import { goalTint } from "~/ui/plan/goal-tint"
import { cardTexts } from "~/ui/plan/texts"

/** The cards of a list that the open preview makes, or moves there. */
export const GhostCardsOf = ({ place }: { place: GhostPlace }) => {
  const read = useCallback(() => ghosts.get().cards.get(place), [place])
  const cards = useSyncExternalStore(ghosts.subscribe, read, read)
  const chosen = useView(({ goalId }) => goalId)
  if (!cards) return null
  const shown = place.startsWith("tasks")
    ? cards
    : cards.filter(({ goalId }) => place === "goals" || chosen === null || goalId === chosen)
  const Card =
    place === "goals" ? GhostGoal : place === "list" ? GhostAction : place === "lanes" ? GhostLane : GhostTask
  return shown.map((card) => <Card key={card.at} card={card} />)
}

const useTint = (goalId: number | null) => {
  const { store } = useBoard().session
  return goalTint(goalId === null ? undefined : store.goal(goalId)?.color)
}

const Corner = ({ card: { kind } }: { card: GhostCard }) => (
  <>
    <KindIcon kind={kind} />
    <span className="visually-hidden">
      {agent.proposed} {agent.kinds[kind]}
    </span>
  </>
)

const Facts = ({ card: { ownerId, dueDate, tasks, entity } }: { card: GhostCard }) => {
  const owner = useMember(ownerId)
  const count = entity === "item" ? tasks.length : 0
  if (!owner && !dueDate && count === 0) return null
  return (
    <div className="card-meta row">
      {owner && <Avatar person={owner} size={18} />}
      {owner && <span className="visually-hidden">{cardTexts.owner(owner.userName)}</span>}
      {dueDate && <span className="due numeric">{shortDay(dueDate)}</span>}
      {count > 0 && (
        <>
          <span className="grow" />
          <span className="card-figure row">{agent.tasks(count)}</span>
        </>
      )}
    </div>
  )
}

const Label = ({ goal }: { goal: string }) =>
  goal === "" ? null : (
    <div className="goal-label strong slim row">
      <span className="truncate" dir="auto">
        {goal}
      </span>
    </div>
  )

type CardProps = { card: GhostCard }

const GhostGoal = ({ card }: CardProps) => (
  <div className="goal-card ghost-card anchor" data-ghost={card.at} {...goalTint(undefined)}>
    <div className="goal-name fine" dir="auto">
      {card.title}
    </div>
    <Corner card={card} />
  </div>
)

const GhostAction = ({ card }: CardProps) => (
  <div className="action-card ghost-card anchor" data-kind={card.kind} data-ghost={card.at} {...useTint(card.goalId)}>
    <Label goal={card.goal} />
    <div className="action-title" dir="auto">
      {card.title}
    </div>
    <Facts card={card} />
    <Corner card={card} />
  </div>
)

const GhostTask = ({ card }: CardProps) => (
  <div className="task-card anchor ghost-card" data-kind={card.kind} data-ghost={card.at}>
    <div className="task-text" dir="auto">
      {card.title}
    </div>
    <Facts card={card} />
    <Corner card={card} />
  </div>
)

const GhostLane = ({ card }: CardProps) => (
  <div className="lane ghost-lane-new" {...useTint(card.goalId)}>
    <div className="lane-focus ghost-card flow anchor" data-kind={card.kind} data-ghost={card.at}>
      <div className="lane-focus-body slim flow">
        <Label goal={card.goal} />
        <div className="action-title" dir="auto">
          {card.title}
        </div>
        <Corner card={card} />
      </div>
    </div>
    <div className="lane-column flow slim">
      {card.tasks.map((task) => (
        <GhostTask key={task.at} card={task} />
      ))}
    </div>
    <div className="lane-column flow slim" />
    <div className="lane-column flow slim" />
  </div>
)
