/** Time after leaving a field by Enter in which a person who goes on typing presses no shortcut, ms. */
const pause = 1_000

let last = Number.NEGATIVE_INFINITY

export const leaveByEnter = ({ timeStamp }: { timeStamp: number }) => {
  last = timeStamp
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
