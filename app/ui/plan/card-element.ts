import type { Entity } from "~/contract/fields/field"
import { focusSoon } from "~/ui/parts/focus"
import type { CardRef } from "~/ui/plan/view-state"

export const cardKey = ({ entity, id }: CardRef) => `${entity}:${id}`

/** Focuses a card's button if it is mounted. */
export const focusCard = (card: CardRef) =>
  focusSoon(() => document.querySelector<HTMLElement>(`[data-card="${cardKey(card)}"]`))

/** The name button of the card that contains an element, such as its menu button. */
export const cardAround = (element: Element) =>
  element.matches("[data-card]")
    ? element
    : (element.closest("article, .lane-focus-body, .lane.past")?.querySelector("[data-card]") ?? undefined)

export const cardOf = (element: Element): CardRef | undefined => {
  const [entity, id] = element.closest<HTMLElement>("[data-card]")?.dataset.card?.split(":") ?? []
  return entity && id ? { entity: entity as Entity, id: Number(id) } : undefined
}
