import type { FluidDragActions, PreDragActions, SensorAPI, SnapDragActions } from "@hello-pangea/dnd"

/**
 * Mouse, touch and keyboard for the board's drags. The library's own begin a mouse drag after 5 px and a touch drag after 120 ms,
 * and know lists only: here a place that is no list (a goal card, a status of the phone's switch) can take a card too.
 */
export type DragPlaces = {
  /** Where a press may begin a drag. Fields and controls above a card keep theirs. */
  mayStart(target: Element): boolean
  /** The pointer is here; returns whether a place that is no list lies under it. */
  pointAt(point: { x: number; y: number } | null): boolean
  /** An arrow key; returns true when it walked among places that are no lists. */
  arrow(key: string): boolean
  /** The list that the card is over, as far as the library has told. */
  list(): string | null
  /** Brings the list that an arrow key leads to in sight; returns whether it had to be. The library walks to lists in sight alone. */
  reveal(key: string): boolean
  /** Whether such a place is chosen by keys. */
  isChosen(): boolean
  /** The drag ends there: the library is told it was cancelled. */
  choose(): void
}

const activationDistance = 6
const phone = "(max-width: 639px)"
const longPress = () => (window.matchMedia(phone).matches ? 350 : 250)

let press = { x: 0, y: 0 }

/** Where the drag under way, or the last one, was taken up. Keys leave it above every card. */
export const pressedAt = () => press

type Off = () => void

/** Begins to listen; what it returns ends it. */
export type AttachSensor = (api: SensorAPI, places: DragPlaces) => Off

const listen = <Name extends keyof WindowEventMap>(
  name: Name,
  handler: (event: WindowEventMap[Name]) => void,
  options: AddEventListenerOptions = {},
  target: EventTarget = window,
): Off => {
  const all = { capture: true, passive: false, ...options }
  target.addEventListener(name, handler as EventListener, all)
  return () => target.removeEventListener(name, handler as EventListener, all)
}

const startOf = (api: SensorAPI, places: DragPlaces, event: Event): string | null => {
  if (event.defaultPrevented || !(event.target instanceof Element) || !places.mayStart(event.target)) return null
  return api.findClosestDraggableId(event)
}

export const attachMouse: AttachSensor = (api, places) => {
  let off: Off[] = []
  let pending: PreDragActions | undefined
  let drag: FluidDragActions | undefined

  const end = () => {
    for (const stop of off) stop()
    off = []
    pending = undefined
    drag = undefined
    places.pointAt(null)
  }
  const cancel = () => {
    if (pending?.isActive()) pending.abort()
    if (drag?.isActive()) drag.cancel({ shouldBlockNextClick: true })
    end()
  }

  const offDown = listen("mousedown", (event) => {
    if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    const id = startOf(api, places, event)
    const lock = id && api.tryGetLock(id, end, { sourceEvent: event })
    if (!lock) return
    pending = lock
    const from = { x: event.clientX, y: event.clientY }
    press = from
    off = [
      listen("mousemove", (move) => {
        const point = { x: move.clientX, y: move.clientY }
        // The button was let go outside the window.
        if (move.buttons === 0) return cancel()
        if (pending) {
          if (Math.hypot(point.x - from.x, point.y - from.y) < activationDistance) return
          window.getSelection()?.removeAllRanges()
          drag = pending.fluidLift(from)
          pending = undefined
        }
        move.preventDefault()
        drag?.move(point)
        if (drag) places.pointAt(point)
      }),
      listen("mouseup", (up) => {
        if (!drag) return cancel()
        up.preventDefault()
        if (places.pointAt({ x: up.clientX, y: up.clientY })) {
          places.choose()
          return cancel()
        }
        drag.drop({ shouldBlockNextClick: true })
        end()
      }),
      listen("mousedown", cancel),
      listen("keydown", (key) => {
        if (pending) return cancel()
        if (key.key === "Escape") cancel()
        if (key.key === "Escape" || key.key === "Tab" || key.key === "Enter") key.preventDefault()
      }),
      listen("dragstart", (native) => native.preventDefault()),
      listen("resize", cancel),
      // Elements lose the focus too: the card's own button, when its clone takes its place.
      listen("blur", (blur) => {
        if (blur.target === window) cancel()
      }),
    ]
  })
  return () => {
    cancel()
    offDown()
  }
}

export const attachTouch: AttachSensor = (api, places) => {
  let off: Off[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  let pending: PreDragActions | undefined
  let drag: FluidDragActions | undefined

  const end = () => {
    clearTimeout(timer)
    for (const stop of off) stop()
    off = []
    pending = undefined
    drag = undefined
    places.pointAt(null)
  }
  const cancel = () => {
    if (pending?.isActive()) pending.abort()
    if (drag?.isActive()) drag.cancel({ shouldBlockNextClick: true })
    end()
  }

  const offStart = listen("touchstart", (event) => {
    const touch = event.touches[0]
    if (drag || pending) return cancel()
    if (!touch || event.touches.length > 1) return
    const id = startOf(api, places, event)
    const lock = id && api.tryGetLock(id, end, { sourceEvent: event })
    const touched = event.target
    if (!lock || !touched) return
    pending = lock
    // A finger's events go to what it first touched, which leaves the page when the card's clone takes its place.
    const follow: typeof listen = (name, handler) => listen(name, handler, {}, touched)
    let last = { x: touch.clientX, y: touch.clientY }
    press = last
    timer = setTimeout(() => {
      if (!pending) return
      drag = pending.fluidLift(last)
      pending = undefined
      navigator.vibrate?.(10)
    }, longPress())
    off = [
      follow("touchmove", (move) => {
        const moved = move.touches[0]
        if (!moved) return
        const point = { x: moved.clientX, y: moved.clientY }
        if (pending) {
          // A finger that moves before the time is scrolling.
          if (Math.hypot(point.x - last.x, point.y - last.y) > activationDistance) cancel()
          return
        }
        last = point
        if (move.cancelable) move.preventDefault()
        drag?.move(point)
        if (drag) places.pointAt(point)
      }),
      follow("touchend", (up) => {
        if (!drag) return cancel()
        up.preventDefault()
        if (places.pointAt(last)) {
          places.choose()
          return cancel()
        }
        drag.drop({ shouldBlockNextClick: true })
        end()
      }),
      follow("touchcancel", cancel),
      listen("orientationchange", cancel),
      listen("contextmenu", (menu) => menu.preventDefault()),
      listen("scroll", () => {
        if (pending) cancel()
      }),
    ]
  })
  // Safari decides at the first touch whether moves may be prevented, so one active listener has to be there.
  const offHold = listen("touchmove", () => {}, { capture: false })
  return () => {
    cancel()
    offStart()
    offHold()
  }
}

const scrollKeys = new Set(["PageUp", "PageDown", "Home", "End", "Tab", "Enter"])

export const attachKeyboard: AttachSensor = (api, places) => {
  let off: Off[] = []
  let drag: SnapDragActions | undefined
  /** What keys asked for and is not done. */
  let steps: { act(): void; key: string | undefined }[] = []

  const end = () => {
    for (const stop of off) stop()
    off = []
    drag = undefined
    steps = []
  }
  const cancel = () => {
    if (drag?.isActive()) drag.cancel()
    end()
  }

  /** Each key in its turn: when it is known where the one before has led. */
  const inTurn = (act: () => void, key?: string) => {
    steps.push({ act, key })
    if (steps.length === 1) nextStep()
  }
  const nextStep = () => {
    const [step] = steps
    if (!step) return
    const own = steps
    const from = places.list()
    const after = (frames: number) =>
      requestAnimationFrame(() => {
        if (frames > 0 && places.list() === from) return after(frames - 1)
        own.shift()
        if (own === steps) nextStep()
      })
    const act = () => {
      step.act()
      // The library tells of a walk some time after it; not at all when it led nowhere.
      after(step.key ? 3 : 0)
    }
    // It learns in the next frame what has scrolled, and takes it in in the one after.
    if (step.key && places.reveal(step.key)) requestAnimationFrame(() => requestAnimationFrame(act))
    else act()
  }

  const walk = (key: string) => {
    if (!drag?.isActive()) return
    if (key === "ArrowUp") drag.moveUp()
    if (key === "ArrowDown") drag.moveDown()
    if (key === "ArrowLeft") drag.moveLeft()
    if (key === "ArrowRight") drag.moveRight()
  }

  const offKey = listen("keydown", (event) => {
    if (drag || event.key !== " ") return
    const id = startOf(api, places, event)
    const lock = id && api.tryGetLock(id, end, { sourceEvent: event })
    if (!lock) return
    event.preventDefault()
    press = { x: 0, y: -10_000 }
    drag = lock.snapLift()
    off = [
      listen("keydown", (key) => {
        if (!drag || key === event) return
        if (key.key === " ") {
          key.preventDefault()
          if (places.isChosen()) {
            places.choose()
            return cancel()
          }
          return inTurn(() => {
            drag?.drop()
            end()
          })
        }
        if (key.key === "Escape") {
          key.preventDefault()
          key.stopPropagation()
          return cancel()
        }
        if (scrollKeys.has(key.key)) return key.preventDefault()
        if (!key.key.startsWith("Arrow")) return
        key.preventDefault()
        if (places.arrow(key.key)) return
        const sideways = key.key === "ArrowLeft" || key.key === "ArrowRight"
        inTurn(() => walk(key.key), sideways ? key.key : undefined)
      }),
      // Space pressed on a button clicks it when let go.
      listen("keyup", (key) => {
        if (key.key === " ") key.preventDefault()
      }),
      listen("mousedown", cancel),
      listen("touchstart", cancel),
      listen("resize", cancel),
      listen("wheel", cancel, { passive: true }),
    ]
  })
  return () => {
    cancel()
    offKey()
  }
}
