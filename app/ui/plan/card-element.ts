import type { Entity } from "~/contract/field"
import type { CardRef } from "~/ui/plan/view-state"

export const cardKey = ({ entity, id }: CardRef) => `${entity}:${id}`

/** Focuses a card's button if it is mounted. */
export const focusCard = (card: CardRef) =>
  requestAnimationFrame(() =>
    document.querySelector<HTMLElement>(`[data-card="${cardKey(card)}"]`)?.focus({ preventScroll: false }),
  )

export const cardOf = (element: Element): CardRef | undefined => {
  const [entity, id] = element.closest<HTMLElement>("[data-card]")?.dataset.card?.split(":") ?? []
  return entity && id ? { entity: entity as Entity, id: Number(id) } : undefined
}
