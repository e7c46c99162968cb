// pressureOn(settings): whether the event loop is behind, so that new work is refused until it has caught up.
import type { Settings } from "./settings"

export type Pressure = { isBehind: () => boolean; stop: () => void }

const SAMPLE_MS = 250
/** A sample this late counts; one alone may be a single long step. */
const LATE_MS = 250
const LATE_SAMPLES = 3

/** Without limits nothing is refused, however busy the machine is with something else. */
const noPressure: Pressure = { isBehind: () => false, stop: () => {} }

export const pressureOn = ({ rateLimits }: Pick<Settings, "rateLimits">) => (rateLimits ? watchPressure() : noPressure)

export const watchPressure = ({ sampleMs = SAMPLE_MS, lateMs = LATE_MS } = {}): Pressure => {
  let expected = performance.now() + sampleMs
  let late = 0
  const timer = setInterval(() => {
    const now = performance.now()
    late = now - expected > lateMs ? late + 1 : 0
    expected = now + sampleMs
  }, sampleMs)
  timer.unref()
  return { isBehind: () => late >= LATE_SAMPLES, stop: () => clearInterval(timer) }
}
