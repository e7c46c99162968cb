type Turn = Pick<WheelEvent, "deltaY" | "deltaMode" | "ctrlKey">

/** The scroll distance of one mouse wheel notch: pixels, by system, or lines. A smaller step comes from a touchpad. */
const notch = { pixels: 110, least: 50, lines: 3 }
/** Browsers send a pinch on a touchpad as a wheel with Ctrl, with small steps. */
const pinch = 10

/** Steps that a turn of the wheel zooms in, below 0 out: a notch is one, whatever the browser scrolls by it. */
export const zoomSteps = ({ deltaY, deltaMode, ctrlKey }: Turn): number => {
  const sign = -Math.sign(deltaY)
  const turned = Math.abs(deltaY)
  const notches = deltaMode === 1 ? turned / notch.lines : deltaMode === 2 ? turned : turned / notch.pixels
  if (deltaMode !== 0 || turned >= notch.least) return sign * Math.max(1, Math.round(notches))
  return sign * (turned / (ctrlKey ? pinch : notch.pixels))
}
