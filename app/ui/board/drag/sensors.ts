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
  carry(point: { x: number; y: number }, drag: FluidDragActions): boolean
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

export const attachMouse: AttachSensor = (api, places) => {
  let off: Off[] = []
  let pending: PreDragActions | undefined
  let drag: FluidDragActions | undefined
  let dragged = ""

  const end = () => {
    for (const stop of off) stop()
    off = []
    pending = undefined
    drag = undefined
    places.leave()
  }
  const cancel = () => {
    if (pending?.isActive()) pending.abort()
    if (drag?.isActive()) drag.cancel({ shouldBlockNextClick: true })
    if (drag) endDrop(dragged)
    end()
  }

  const offDown = listen("mousedown", (event) => {
    if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    const id = startOf(api, places, event)
    const lock = id && api.tryGetLock(id, end, { sourceEvent: event })
    if (!lock) return
    const pressed = event.target
    if (!(pressed instanceof Element)) return
    pending = lock
    dragged = id
    const from = { x: event.clientX, y: event.clientY }
    press = from
    off = [
      listen("mousemove", (move) => {
        const point = { x: move.clientX, y: move.clientY }
        // The button was released outside the window.
        if (move.buttons === 0) return cancel()
        if (pending) {
          if (Math.hypot(point.x - from.x, point.y - from.y) < activationDistance) return
          window.getSelection()?.removeAllRanges()
          drag = liftAtPointer(pending, from, pressed)
          pending = undefined
        }
        move.preventDefault()
        if (drag) places.carry(point, drag)
      }),
      listen("mouseup", (up) => {
        if (!drag) return cancel()
        up.preventDefault()
        if (places.carry({ x: up.clientX, y: up.clientY }, drag)) {
          places.choose()
          return cancel()
        }
        drag.drop({ shouldBlockNextClick: true })
        endDrop(dragged)
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
  let off: Off[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  let pending: PreDragActions | undefined
  let drag: FluidDragActions | undefined
  let dragged = ""

  const end = () => {
    clearTimeout(timer)
    for (const stop of off) stop()
    off = []
    pending = undefined
    drag = undefined
    places.leave()
  }
  const cancel = () => {
    if (pending?.isActive()) pending.abort()
    if (drag?.isActive()) drag.cancel({ shouldBlockNextClick: true })
    if (drag) endDrop(dragged)
    end()
  }

  const offStart = listen("touchstart", (event) => {
    const touch = event.touches[0]
    if (drag || pending) return cancel()
    if (!touch || event.touches.length > 1) return
    const id = startOf(api, places, event)
    const lock = id && api.tryGetLock(id, end, { sourceEvent: event })
    const touched = event.target
    if (!lock || !(touched instanceof Element)) return
    pending = lock
    dragged = id
    // Touch events go to the element first touched, which is removed when the card's clone replaces it.
    const follow: typeof listen = (name, handler) => listen(name, handler, {}, touched)
    let last = { x: touch.clientX, y: touch.clientY }
    press = last
    timer = setTimeout(() => {
      if (!pending) return
      drag = liftAtPointer(pending, last, touched)
      pending = undefined
      navigator.vibrate?.(10)
    }, longPress())
    off = [
      follow("touchmove", (move) => {
        const moved = move.touches[0]
        if (!moved) return
        const point = { x: moved.clientX, y: moved.clientY }
        if (pending) {
          // A finger that moves before the delay is scrolling.
          if (Math.hypot(point.x - last.x, point.y - last.y) > activationDistance) cancel()
          return
        }
        last = point
        if (move.cancelable) move.preventDefault()
        if (drag) places.carry(point, drag)
      }),
      follow("touchend", (up) => {
        if (!drag) return cancel()
        up.preventDefault()
        if (places.carry(last, drag)) {
          places.choose()
          return cancel()
        }
        drag.drop({ shouldBlockNextClick: true })
        endDrop(dragged)
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
