import {
  type BeforeCapture,
  DragDropContext,
  type DragStart,
  type DragUpdate,
  type DropResult,
  type ResponderProvided,
  type Sensor,
  type SensorAPI,
} from "@hello-pangea/dnd"
import { type ReactNode, useEffect, useLayoutEffect, useMemo, useRef } from "react"
import { flushSync } from "react-dom"
import type { Entity } from "~/contract/fields/field"
import type { TaskType } from "~/contract/task"
import { createCarry } from "~/ui/board/drag/carry"
import { columnDropId, goalPlace, lanesPlace, readDragId, readDropId, readPlace } from "~/ui/board/drag/drag-ids"
import type { createEdgeScroll } from "~/ui/board/drag/edge-scroll"
import { attachKeyboard, attachMouse, attachTouch, type DragPlaces } from "~/ui/board/drag/sensors"
import { drag as words } from "~/ui/board/texts"
import { sidewaysKeys } from "~/ui/parts/direction"
import { say, showToast } from "~/ui/parts/toast/toast"
import { filtered, shownIn, taskColumn, useBoard } from "~/ui/plan/board-context"
import { callsTo, type Place } from "~/ui/plan/drop"
import { nameOf, placeName } from "~/ui/plan/names"
import type { Dragging, DragKind } from "~/ui/plan/view-state"

/** Id prefixes of drop targets that are not lists. */
const targetsOf: Partial<Record<DragKind, string>> = { item: "goal/", task: "tasks/" }

/** The library's own scrolling under a pointer is off: it scrolls both ways as soon as a card's middle is near an edge. */
const noAutoScroll = { startFromPercentage: 0, maxScrollAtPercentage: 0, maxPixelScroll: 0 }

/** Provides dragging to the whole board. */
export const BoardDrag = ({ children }: { children: ReactNode }) => {
  const { session, view } = useBoard()
  const { store } = session
  /** The card's position in the lists, as last reported. */
  const announced = useRef("")
  const chosen = useRef<string | null>(null)
  const over = useRef<string | null>(null)
  /** The card's index in the list under it, and the last one there. */
  const at = useRef({ index: 0, last: 0 })
  /** Whether drop targets that are not lists are on screen. Hit testing costs half a frame. */
  const hasTargets = useRef(false)

  const places = useMemo<DragPlaces>(() => {
    let edges: ReturnType<typeof createEdgeScroll> | undefined
    let loading = false
    /** The first drag loads it; without a network, a later one tries again. */
    const loadEdges = () => {
      if (loading) return
      loading = true
      import("~/ui/board/drag/edge-scroll")
        .then(({ createEdgeScroll }) => {
          edges = createEdgeScroll()
        })
        .catch(() => {})
        .finally(() => {
          loading = false
        })
    }
    const carrier = createCarry(view)
    const accepts = (place: string, dragging: Dragging | null) =>
      place.startsWith("goal/") ? dragging?.kind === "item" : dragging?.kind === "task"
    const walkTo = (target: string, { kind, id }: Dragging) => {
      view.set({ target })
      // The library announces only its own moves.
      const place = readPlace(target)
      const name = nameOf(store, kind, id)
      if (place.list === "lanes") {
        const index = place.index ?? 0
        say(words.over(name, index + 1, lanesShown().length + 1, placeName(store, place)))
        const slots = document.querySelectorAll(".lane-list > .lane-slot")
        return slots[Math.min(index, slots.length - 1)]?.scrollIntoView({ block: "nearest", inline: "nearest" })
      }
      say(words.overGoal(name, placeName(store, place)))
      document.querySelector(`[data-place="${target}"]`)?.scrollIntoView({ block: "nearest" })
    }
    /** Whether an arrow key leads out of the lane of a carried task. */
    const endsLane = (key: string) => {
      const place = over.current === null ? undefined : readDropId(store, over.current)
      if (place?.list !== "tasks") return false
      const { onward, back } = sidewaysKeys()
      const { index, last } = at.current
      return (
        (key === "ArrowUp" && index === 0) ||
        (key === "ArrowDown" && index === last) ||
        (key === back && place.type === 0) ||
        (key === onward && place.type === 2)
      )
    }
    const lanesShown = () => shownIn(store, view.get(), filtered("lanes", view.get().goalId))
    return {
      mayStart: (target) => !target.closest("input, textarea, select, a, [data-no-drag]"),
      carry: (point, drag) => {
        const { dragging, target } = view.get()
        if (!dragging) return false
        if (edges) edges.to(point, dragging.kind)
        else loadEdges()
        const under = hasTargets.current ? document.elementFromPoint(point.x, point.y)?.closest("[data-place]") : null
        const place = under?.getAttribute("data-place") ?? null
        const taken = place !== null && accepts(place, dragging) ? place : null
        if (taken !== target) view.set({ target: taken })
        carrier.to(point, drag, taken === null ? null : (under ?? null))
        return taken !== null
      },
      leave: () => {
        edges?.stop()
        carrier.end()
        view.set({ target: null })
      },
      // Before the actions list are the goals, after it the lanes: up and down walk among them, the opposite arrow returns.
      // The library walks to a list only if one of its cards is wholly in view, which a wide or a high lane never is.
      arrow: (key) => {
        const { dragging, target } = view.get()
        if (dragging?.kind === "task" && endsLane(key)) {
          say(words.otherLanes)
          showToast({ kind: "info", text: words.otherLanes, key: "other-lanes" })
          return false
        }
        const item = dragging?.kind === "item" ? store.item(dragging.id) : undefined
        if (!dragging || !item) return false
        const goals = shownIn(store, view.get(), "goals")
        const { onward, back } = sidewaysKeys()
        if (target === null) {
          if (over.current !== "list") return false
          if (key === onward && !item.focus && document.querySelector(".lane-list")) {
            walkTo(lanesPlace(0), dragging)
            return true
          }
          const own = item.goalId
          const first = own !== null && goals.includes(own) ? own : goals[0]
          if (key !== back || first === undefined) return false
          walkTo(goalPlace(first), dragging)
          return true
        }
        const inLanes = readPlace(target).list === "lanes"
        if (key === (inLanes ? back : onward)) {
          view.set({ target: null })
          say(announced.current)
          return true
        }
        const step = key === "ArrowDown" ? 1 : key === "ArrowUp" ? -1 : 0
        const stops = inLanes ? [...lanesShown(), null].map((_lane, index) => lanesPlace(index)) : goals.map(goalPlace)
        const next = stops[Math.max(0, Math.min(stops.indexOf(target) + step, stops.length - 1))]
        if (next !== undefined) walkTo(next, dragging)
        return true
      },
      reveal: (key) => {
        const place = over.current === null ? undefined : readDropId(store, over.current)
        if (place?.list !== "tasks") return false
        const type = (place.type + (key === sidewaysKeys().onward ? 1 : -1)) as TaskType
        const list = document.querySelector(`[data-rfd-droppable-id="${columnDropId(store, place.itemId, type)}"]`)
        const scroller = list?.closest(".lanes-scroll")
        if (!list || !scroller) return false
        const [column, frame] = [list.getBoundingClientRect(), scroller.getBoundingClientRect()]
        const hidden = Math.max(0, column.right - frame.right) || Math.min(0, column.left - frame.left)
        const before = scroller.scrollLeft
        scroller.scrollLeft += hidden > 0 ? Math.ceil(hidden) : Math.floor(hidden)
        return scroller.scrollLeft !== before
      },
      isChosen: () => view.get().target !== null,
      choose: () => {
        chosen.current = view.get().target
      },
    }
  }, [store, view])

  const api = useRef<SensorAPI>(undefined)
  const sensors = useMemo<Sensor[]>(
    () => [
      (given) => {
        api.current = given
      },
    ],
    [],
  )
  // A layout effect: cards must be draggable from the first frame that shows them.
  useLayoutEffect(() => {
    const { current } = api
    if (!current) return
    const off = [attachMouse, attachTouch, attachKeyboard].map((attach) => attach(current, places))
    return () => {
      for (const stop of off) stop()
    }
  }, [places])

  useEffect(() => () => view.set({ dragging: null, target: null, left: null }), [view])

  const listOf = (entity: Entity, id: number) => {
    if (entity === "item") return store.item(id)?.focus ? "lanes" : "list"
    const task = entity === "task" ? store.task(id) : undefined
    return task ? columnDropId(store, task.itemId, task.type) : null
  }

  const cardsIn = (place: Place): readonly number[] => {
    const state = view.get()
    if (place.list === "goals") return shownIn(store, state, "goals")
    if (place.list === "tasks") return shownIn(store, state, taskColumn(place.itemId, place.type))
    return place.list === "goal" ? [] : shownIn(store, state, filtered(place.list, state.goalId))
  }

  // The library measures the lists right after this, so changes must be rendered synchronously.
  const onBeforeCapture = ({ draggableId, mode }: BeforeCapture) => {
    const { entity, id } = readDragId(store, draggableId)
    chosen.current = null
    // An arrow key may arrive before the start is reported.
    over.current = listOf(entity, id)
    flushSync(() =>
      view.set({ dragging: { kind: entity, id, by: mode === "FLUID" ? "pointer" : "keys" }, editing: null }),
    )
    const begins = targetsOf[entity]
    hasTargets.current = begins !== undefined && document.querySelector(`[data-place^="${begins}"]`) !== null
  }

  const onDragStart = ({ draggableId, source }: DragStart, provided: ResponderProvided) => {
    over.current = source.droppableId
    const { entity, id } = readDragId(store, draggableId)
    const place = readDropId(store, source.droppableId)
    at.current = { index: source.index, last: cardsIn(place).length - 1 }
    announced.current = words.lifted(
      nameOf(store, entity, id),
      source.index + 1,
      cardsIn(place).length,
      placeName(store, place),
    )
    provided.announce(announced.current)
  }

  const onDragUpdate = ({ draggableId, source, destination }: DragUpdate, provided: ResponderProvided) => {
    over.current = destination?.droppableId ?? null
    const { entity, id } = readDragId(store, draggableId)
    const name = nameOf(store, entity, id)
    if (!destination) return provided.announce(words.nowhere(name))
    const place = readDropId(store, destination.droppableId)
    const count = cardsIn(place).length + (destination.droppableId === source.droppableId ? 0 : 1)
    at.current = { index: destination.index, last: count - 1 }
    announced.current = words.over(name, destination.index + 1, count, placeName(store, place))
    provided.announce(announced.current)
  }

  const onDragEnd = ({ draggableId, destination, reason }: DropResult, provided: ResponderProvided) => {
    const { entity, id } = readDragId(store, draggableId)
    const target = chosen.current
    chosen.current = null
    const name = nameOf(store, entity, id)
    const state = view.get()
    view.set({ dragging: null, target: null })
    if (target !== null) {
      const place = readPlace(target)
      session.makeCalls(callsTo(store, { entity, id }, place, state))
      const where = placeName(store, place)
      return provided.announce(
        place.list === "lanes"
          ? words.dropped(name, (place.index ?? 0) + 1, where)
          : place.list === "goal"
            ? words.droppedOnGoal(name, where)
            : words.droppedIn(name, where),
      )
    }
    if (reason === "CANCEL" || !destination) return provided.announce(words.cancelled(name))
    const place = { ...readDropId(store, destination.droppableId), index: destination.index }
    session.makeCalls(callsTo(store, { entity, id }, place, state))
    provided.announce(words.dropped(name, destination.index + 1, placeName(store, place)))
  }

  return (
    <DragDropContext
      enableDefaultSensors={false}
      sensors={sensors}
      autoScrollerOptions={noAutoScroll}
      dragHandleUsageInstructions={words.instructions}
      onBeforeCapture={onBeforeCapture}
      onDragStart={onDragStart}
      onDragUpdate={onDragUpdate}
      onDragEnd={onDragEnd}
    >
      {children}
    </DragDropContext>
  )
}
