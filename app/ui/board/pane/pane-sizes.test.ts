import { expect, test } from "vitest"
import { paneSet, railWidth, sideWidth } from "~/ui/board/pane/pane-sizes"

/** What the lanes get at a width of the window: the least room of each set. */
const lanes = (window: number, side: number) => {
  const set = paneSet(window, side)
  const [goals, actions, gap, least] = {
    wide: [232, 272, 14, 940],
    middle: [190, 226, 12, 880],
    narrow: [176, 208, 10, 780],
  }[set] as [number, number, number, number]
  return { set, room: window - 24 - goals - actions - side - 3 * gap, least }
}

test.each([
  [1280, "narrow"],
  [1366, "narrow"],
  [1440, "middle"],
  [1600, "wide"],
  [1920, "wide"],
])("at %d px with the panel closed the panes are %s", (window, set) => {
  expect(paneSet(window, railWidth)).toBe(set)
})

test("lanes get their least room at every width from 1280 px, and from 1578 px beside the open panel too", () => {
  for (let window = 1280; window <= 2600; window++) {
    const closed = lanes(window, railWidth)
    expect(closed.room).toBeGreaterThanOrEqual(closed.least)
    if (window < 1578) continue
    const open = lanes(window, sideWidth(window))
    expect(open.room).toBeGreaterThanOrEqual(open.least)
  }
})

test("the open panel is 360 px wide if the lanes need the room, and 392 px otherwise", () => {
  expect([1400, 1578, 1609, 1610, 1920].map(sideWidth)).toEqual([392, 360, 360, 392, 392])
})
