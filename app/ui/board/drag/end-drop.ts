import { forgetPlace, liftedCard } from "~/ui/board/drag/lift"
import { goalTime, moveTime } from "~/ui/theme/motion"

/**
 * Ends a drop's animation after its time. The library waits for the transition's end, which never comes where there is no
 * transition (reduced motion, a card already in place, a tab in the background) and comes late where frames are slow.
 */
export const endDrop = (draggableId: string) => {
  const lifted = liftedCard()
  const end = () => {
    const card = document.querySelector(`[data-rfd-draggable-id="${draggableId}"]`)
    card?.dispatchEvent(new TransitionEvent("transitionend", { propertyName: "transform", bubbles: true }))
    if (lifted === liftedCard()) forgetPlace()
    for (const each of document.querySelectorAll<HTMLElement>("[style*='--aside']")) {
      each.style.removeProperty("--aside")
      each.removeAttribute("data-kept")
    }
  }
  setTimeout(end, draggableId.startsWith("goal/") ? goalTime() : moveTime())
}
