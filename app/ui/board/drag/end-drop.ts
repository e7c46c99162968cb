import { goalTime, moveTime } from "~/ui/theme/motion"

/**
 * Ends a drop's animation after its time. The library waits for the transition's end, which never comes where there is no
 * transition (reduced motion, a card already in place, a tab in the background) and comes late where frames are slow.
 */
export const endDrop = (draggableId: string) => {
  const end = () => {
    const card = document.querySelector(`[data-rfd-draggable-id="${draggableId}"]`)
    card?.dispatchEvent(new TransitionEvent("transitionend", { propertyName: "transform", bubbles: true }))
    for (const each of document.querySelectorAll<HTMLElement>("[style*='--grabbed']")) {
      each.style.removeProperty("--grabbed")
    }
  }
  setTimeout(end, draggableId.startsWith("goal/") ? goalTime() : moveTime())
}
