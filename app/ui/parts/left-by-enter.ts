/** Time after leaving a field by Enter in which a person who goes on typing presses no shortcut, ms. */
const pause = 1_000

let last = Number.NEGATIVE_INFINITY

const goesElsewhere = (event: Event) => {
  if (!("key" in event) || /^(?:Escape|Tab|Arrow|Home|End|Page)/.test(String(event.key))) leaveByEscape()
}

/** A press and a key that leads elsewhere end the pause. */
export const leaveByEnter = ({ timeStamp }: { timeStamp: number }) => {
  last = timeStamp
  if (typeof window === "undefined") return
  for (const name of ["keydown", "pointerdown"]) window.addEventListener(name, goesElsewhere, { capture: true })
}

/** A field left by Escape has no text that goes on. */
export const leaveByEscape = () => {
  last = Number.NEGATIVE_INFINITY
}

/** Whether a key without modifiers continues the text of a field that Enter has just left; each such key prolongs the pause. */
export const goesOnTyping = ({ key, timeStamp }: { key: string; timeStamp: number }): boolean => {
  if (key.length !== 1 || timeStamp - last >= pause) return false
  last = timeStamp
  return true
}
