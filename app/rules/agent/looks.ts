// counted(): a reading that counts what it is asked, since people write no line that takes many questions.
import type { Reading } from "./names-in"

/** Of one line. Each is a name, a person, a day or a slot of a sentence that is tried. */
const mostLooks = 800

/** A line of more looks is no request. */
export class TooManyLooks extends Error {}

/** `look`: counts a try that asks nothing of the plan. */
export type Counted = Reading & { look(): void }

/** All readings of one line share their count. */
export const countedReadings = (): ((reading: Reading) => Counted) => {
  let looks = 0
  const look = () => {
    looks += 1
    if (looks > mostLooks) throw new TooManyLooks()
  }
  const counting =
    <Given extends unknown[], Found>(ask: (...given: Given) => Found) =>
    (...given: Given): Found => {
      look()
      return ask(...given)
    }
  return ({ isPerson, isDate, knows, isResult }) => ({
    look,
    isPerson: counting(isPerson),
    isDate: counting(isDate),
    knows: counting(knows),
    ...(isResult ? { isResult: counting(isResult) } : {}),
  })
}
