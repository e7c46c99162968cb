import { inForce } from "~/contract/shared/language/in-force"
import { directionOf } from "~/contract/shared/language/language"

export const isRightToLeft = () => directionOf(inForce().tag) === "rtl"

/** The arrow keys that go along the direction of reading, and against it. */
export const sidewaysKeys = () =>
  isRightToLeft()
    ? ({ onward: "ArrowLeft", back: "ArrowRight" } as const)
    : ({ onward: "ArrowRight", back: "ArrowLeft" } as const)
