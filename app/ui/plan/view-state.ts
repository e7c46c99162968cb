import { useSyncExternalStore } from "react"
import type { SideMode } from "~/client/browser-memory"
import type { Problem } from "~/contract/problem"
import type { DialogTab } from "~/rules/deep-link"
import type { Entity } from "~/rules/rule"

export type CardRef = { entity: Entity; id: number }

/** The dialog that is open; without a tab on MAIN. */
export type DialogRef = CardRef & {
  tab?: DialogTab
  /** The note on NOTES that is to be in sight. */
  commentId?: number
}

/** The owner selector or the calendar that is open at a card. */
export type Picker = { what: "owner" | "due"; card: CardRef }

export type Adding = { what: "goal" } | { what: "action"; goalId: number } | { what: "task"; itemId: number }

/** Why a card's last change was refused, and how to send it again. */
export type FailedChange = { problem: Problem; retry(): void }

export type DragKind = "goal" | "item" | "task"
/** `pointer`: mouse or touch, where what lies under the pointer counts; `keys`: arrows walk from list to list. */
export type Dragging = { kind: DragKind; id: number; by: "pointer" | "keys" }

/** What this tab looks at. None of it is sent. */
export type ViewState = {
  goalId: number | null
  editing: CardRef | null
  adding: Adding | null
  dialog: DialogRef | null
  picker: Picker | null
  /** A member's avatar that is dragged, and the task under it that would take them for owner. */
  giving: { userId: number; taskId: number | null } | null
  history: boolean
  /** Below 1024 px goals and actions share a column; on a phone the board is a third page. */
  page: "goals" | "actions" | "board"
  dragging: Dragging | null
  /** `goal:5` or `column:1`: a place under the pointer that takes the dragged card without being a list. */
  target: string | null
  failed: ReadonlyMap<string, FailedChange>
  side: SidePanel
  /** A plan note that the Notes panel is to open. */
  noteId: number | null
  /** What is typed into the search panel. */
  searchText: string
  /** The command palette, the list of keys, the files, the people or the log of the plan. */
  asking: "palette" | "keys" | "files" | "users" | "log" | null
  /** Opened here; what somebody shows to everybody is open all the same. */
  widgets: { countdown: boolean; wheel: boolean }
  /** The people whose chats are open, the one on top last. */
  chats: readonly number[]
  /** Messages not read yet, by who sent them. */
  unread: ReadonlyMap<number, number>
  /** Ids of the wheel's people; null: all members. */
  wheelPeople: readonly number[] | null
}

export type SidePanel = { open: boolean; mode: SideMode }

/** The words that dim the cards without them, in small letters; empty while nobody searches. */
export const searchOf = ({ side, searchText }: ViewState) =>
  side.open && side.mode === "search" ? searchText.trim().toLowerCase() : ""

export type View = {
  get(): ViewState
  set(change: Partial<ViewState>): void
  subscribe(listener: () => void): () => void
  fail(card: CardRef, failed: FailedChange | null): void
}

export const createView = (): View => {
  let state: ViewState = {
    goalId: null,
    editing: null,
    adding: null,
    dialog: null,
    picker: null,
    giving: null,
    history: false,
    page: "board",
    dragging: null,
    target: null,
    failed: new Map(),
    side: { open: false, mode: "search" },
    noteId: null,
    searchText: "",
    asking: null,
    widgets: { countdown: false, wheel: false },
    chats: [],
    unread: new Map(),
    wheelPeople: null,
  }
  const listeners = new Set<() => void>()
  const set = (change: Partial<ViewState>) => {
    const keys = Object.keys(change) as (keyof ViewState)[]
    if (keys.every((key) => Object.is(change[key], state[key]))) return
    state = { ...state, ...change }
    for (const listener of [...listeners]) listener()
  }
  return {
    get: () => state,
    set,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    fail: ({ entity, id }, failed) => {
      const key = `${entity}:${id}`
      if (!failed && !state.failed.has(key)) return
      const next = new Map(state.failed)
      if (failed) next.set(key, failed)
      else next.delete(key)
      set({ failed: next })
    },
  }
}

/** `select` returns a primitive or something that keeps its identity. */
export const useViewOf = <T>(view: View, select: (state: ViewState) => T): T =>
  useSyncExternalStore(
    view.subscribe,
    () => select(view.get()),
    () => select(view.get()),
  )
