import type { FluidDragActions, PreDragActions, SensorAPI, SnapDragActions } from "@hello-pangea/dnd"
import { forgetPlace, keepPlace, liftAtPointer, liftedCard } from "~/ui/board/drag/lift"
import { goesOnTyping } from "~/ui/parts/left-by-enter"
import { goalTime, moveTime } from "~/ui/theme/theme"

/**
 * Mouse, touch and keyboard sensors for the board's drags. The library's own start a mouse drag after 5 px and a touch drag after
 * 120 ms, and know only lists: here, drop targets that are not lists (a goal card, the phone's column switch) take cards too.
 */
export type DragPlaces = {
  /** Whether a press may start a drag here. Fields and controls on a card keep their presses. */
  mayStart(target: Element): boolean
  /** Moves the card to the pointer; returns whether a drop target that is not a list is under it. */
  carry(point: Point, drag: FluidDragActions): boolean
  /** The drag has ended. */
  leave(): void
  /** Handles an arrow key; returns true when it moved among drop targets that are not lists. */
  arrow(key: string): boolean
  /** Scrolls the list that an arrow key leads to into view; returns whether it scrolled. The library only walks to visible lists. */
  reveal(key: string): boolean
  /** Whether such a target is selected by keys. */
  isChosen(): boolean
  /** Ends the drag at the target; the library sees it as cancelled. */
  choose(): void
}

const activationDistance = 6
const phone = "(width < 640px)"
const longPress = () => (window.matchMedia(phone).matches ? 350 : 250)

let press = { x: 0, y: 0 }

/** Where the current or last drag started. A keyboard drag sets it above every card. */
export const pressedAt = () => press

type Point = { x: number; y: number }

const pointOf = ({ clientX, clientY }: MouseEvent | Touch): Point => ({ x: clientX, y: clientY })
const isNear = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y) < activationDistance

type Off = () => void

/** Starts listening; call the result to stop. */
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

/** A press by mouse or finger that becomes a drag: `pending` until the card is lifted, then `drag`. */
const pointerDrag = (api: SensorAPI, places: DragPlaces) => {
  const now: { pending?: PreDragActions | undefined; drag?: FluidDragActions | undefined; off: Off[] } = { off: [] }
  let dragged = ""
  const end = () => {
    for (const stop of now.off) stop()
    now.off = []
    now.pending = undefined
    now.drag = undefined
    places.leave()
  }
  const cancel = () => {
    if (now.pending?.isActive()) now.pending.abort()
    if (now.drag?.isActive()) now.drag.cancel({ shouldBlockNextClick: true })
    if (now.drag) endDrop(dragged)
    end()
  }
  /** Begins with a press on a card; returns the element pressed. */
  const begin = (event: Event, at: Point): Element | undefined => {
    const id = startOf(api, places, event)
    const lock = id && api.tryGetLock(id, end, { sourceEvent: event })
    if (!lock || !(event.target instanceof Element)) return undefined
    now.pending = lock
    dragged = id
    press = at
    return event.target
  }
  const lift = (at: Point, pressed: Element) => {
    if (now.pending) now.drag = liftAtPointer(now.pending, at, pressed)
    now.pending = undefined
  }
  const drop = (event: Event, at: Point) => {
    if (!now.drag) return cancel()
    event.preventDefault()
    if (places.carry(at, now.drag)) {
      places.choose()
      return cancel()
    }
    now.drag.drop({ shouldBlockNextClick: true })
    endDrop(dragged)
    end()
  }
  return { now, begin, lift, drop, cancel }
}

export const attachMouse: AttachSensor = (api, places) => {
  const { now, begin, lift, drop, cancel } = pointerDrag(api, places)
  const offDown = listen("mousedown", (event) => {
    if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    const from = pointOf(event)
    const pressed = begin(event, from)
    if (!pressed) return
    now.off = [
      listen("mousemove", (move) => {
        const point = pointOf(move)
        // The button was released outside the window.
        if (move.buttons === 0) return cancel()
        if (now.pending) {
          if (isNear(point, from)) return
          window.getSelection()?.removeAllRanges()
          lift(from, pressed)
        }
        move.preventDefault()
        if (now.drag) places.carry(point, now.drag)
      }),
      listen("mouseup", (up) => drop(up, pointOf(up))),
      listen("mousedown", cancel),
      listen("keydown", (key) => {
        if (now.pending) return cancel()
        if (key.key === "Escape") cancel()
        if (key.key === "Escape" || key.key === "Tab" || key.key === "Enter") key.preventDefault()
      }),
      listen("dragstart", (native) => native.preventDefault()),
      listen("resize", cancel),
      // Blur also comes from elements: the card's button loses the focus when its clone replaces it.
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
  const { now, begin, lift, drop, cancel } = pointerDrag(api, places)
  const offStart = listen("touchstart", (event) => {
    const touch = event.touches[0]
    if (now.drag || now.pending) return cancel()
    if (!touch || event.touches.length > 1) return
    let last = pointOf(touch)
    const touched = begin(event, last)
    if (!touched) return
    // Touch events go to the element first touched, which is removed when the card's clone replaces it.
    const follow: typeof listen = (name, handler) => listen(name, handler, {}, touched)
    const timer = setTimeout(() => {
      lift(last, touched)
      navigator.vibrate?.(10)
    }, longPress())
    now.off = [
      () => clearTimeout(timer),
      follow("touchmove", (move) => {
        const moved = move.touches[0]
        if (!moved) return
        const point = pointOf(moved)
        if (now.pending) {
          // A finger that moves before the delay is scrolling.
          if (!isNear(point, last)) cancel()
          return
        }
        last = point
        if (move.cancelable) move.preventDefault()
        if (now.drag) places.carry(point, now.drag)
      }),
      follow("touchend", (up) => drop(up, last)),
      follow("touchcancel", cancel),
      listen("orientationchange", cancel),
      listen("contextmenu", (menu) => menu.preventDefault()),
      listen("scroll", () => {
        if (now.pending) cancel()
      }),
    ]
  })
  // Safari decides at the first touch whether moves may be prevented, so an active listener must exist.
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
  let dragged = ""
  /** Keys waiting to be handled. */
  let steps: { act(): void; key: string | undefined }[] = []

  const end = () => {
    for (const stop of off) stop()
    off = []
    drag = undefined
    steps = []
  }
  const cancel = () => {
    if (drag?.isActive()) drag.cancel()
    if (drag) endDrop(dragged)
    end()
  }

  /** Handles keys in turn, each after the previous one's effect is known. */
  const inTurn = (act: () => void, key?: string) => {
    steps.push({ act, key })
    if (steps.length === 1) nextStep()
  }
  const nextStep = () => {
    const [step] = steps
    if (!step) return
    const own = steps
    const done = () => {
      own.shift()
      if (own === steps) nextStep()
    }
    const act = () => {
      step.act()
      // The library reports a move by a timer that it has started by now, and not at all when there was none.
      setTimeout(() => requestAnimationFrame(done))
    }
    // The library notices scrolling in the next frame and applies it in the one after.
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
    if (drag || event.key !== " " || goesOnTyping(event)) return
    const id = startOf(api, places, event)
    const lock = id && api.tryGetLock(id, end, { sourceEvent: event })
    if (!lock) return
    event.preventDefault()
    press = { x: 0, y: -10_000 }
    const card = document.querySelector<HTMLElement>(`[data-rfd-draggable-id="${id}"]`)
    if (card) keepPlace(card)
    drag = lock.snapLift()
    dragged = id
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
            endDrop(dragged)
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
      // Space pressed on a button clicks it on release.
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

/**
 * Ends a drop's animation after its time. The library waits for the transition's end, which never comes where there is no
 * transition (reduced motion, a card already in place, a tab in the background) and comes late where frames are slow.
 */
const endDrop = (draggableId: string) => {
  const lifted = liftedCard()
  const end = () => {
    const card = document.querySelector(`[data-rfd-draggable-id="${draggableId}"]`)
    card?.dispatchEvent(new TransitionEvent("transitionend", { propertyName: "transform", bubbles: true }))
    if (lifted === liftedCard()) forgetPlace()
    for (const each of document.querySelectorAll<HTMLElement>("[style*='--aside']")) {
      each.style.removeProperty("--aside")
      each.removeAttribute("data-stays")
    }
  }
  setTimeout(end, draggableId.startsWith("goal/") ? goalTime() : moveTime())
}
