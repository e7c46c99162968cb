import { type ComponentType, useSyncExternalStore } from "react"
import type { GhostPlace } from "~/client/agent/ghosts"
import type { Filtering } from "~/client/board/filtering"
import type { SideMode } from "~/client/memory/board-looks"
import type { Conflict } from "~/client/outbox/typed-texts"
import type { Entity } from "~/contract/fields/field"
import type { Problem } from "~/contract/problem"
import type { DialogTab, Layout, ReviewPage, SettingsLink } from "~/contract/shared/deep-link"
import type { View as SavedView } from "~/contract/view"
import { folded } from "~/rules/folded"

export type CardRef = { entity: Entity; id: number }
/** A card that may wait for others. */
export type WaitingCard = { entity: "item" | "task"; id: number }

/** The open dialog; MAIN unless `tab` is set. */
export type DialogRef = CardRef & {
  tab?: DialogTab | "checkin"
  /** The comment to scroll into view on NOTES. */
  commentId?: number
  /** Closing a goal's check-in leads back to the page, not to the goal's dialog. */
  alone?: true
  /** An address has opened it, which may be that of a card that is gone. */
  linked?: true
}

/** The owner picker, calendar, estimate, labels, or what it waits for, open at a card. */
export type Picker = { what: "owner" | "due" | "labels" | "waits" | "chain" | "value" | "effort"; card: CardRef }

export type Adding = { what: "goal" } | { what: "action"; goalId: number } | { what: "task"; itemId: number }

/** Why a card's last change was refused, and how to retry or discard it. */
export type FailedChange = { problem: Problem; conflict?: Conflict | undefined; retry(): void; drop(): void }

export type DragKind = "goal" | "item" | "task"
/** `pointer`: mouse or touch, with hit testing; `keys`: arrows walk from list to list. */
export type Dragging = { kind: DragKind; id: number; by: "pointer" | "keys" }

/**
 * A proposal of the assistant, drawn on the board. The components come with the assistant's code, which a board without
 * a proposal never loads.
 */
export type GhostParts = {
  /** On a card that the proposal changes. */
  Mark: ComponentType<{ card: CardRef }>
  /** Cards of a list that are not there yet. */
  Cards: ComponentType<{ place: GhostPlace }>
  /** On a phone's board, which hides the conversation: how many changes there are, and the way back. */
  Bar: ComponentType
}

/** The view state of this tab. None of it is sent. */
export type ViewState = {
  goalId: number | null
  layout: Layout
  /** The cards that a filter shows; null: all. */
  filtering: Filtering | null
  /** The filter as the address has it. Without `filtering` it is still to be read. */
  filterQuery: string | null
  /** The saved view that was opened; its filter may have been changed since. */
  savedView: SavedView | null
  /** The list of views: what has been typed for it before it has the focus; null: it is closed. */
  viewMenu: string | null
  /** Whether the filter bar, or on a phone its sheet, is open. */
  filterBar: boolean
  /** The action or task that shows what can be done with it. A goal is selected by `goalId`. */
  selected: CardRef | null
  editing: CardRef | null
  adding: Adding | null
  dialog: DialogRef | null
  picker: Picker | null
  /** The member whose avatar is dragged, and the task under it. */
  giving: { userId: number; taskId: number | null } | null
  history: boolean
  /** Below 1024 px the Done column is a strip until it is opened. */
  doneFolded: boolean
  /** Below 1024 px goals and actions share a pane; on a phone the lanes are a third page. */
  page: "goals" | "actions" | "board"
  dragging: Dragging | null
  /** The drop target under the pointer that is not a list: `goal:5` or `column:1`. */
  target: string | null
  /** The list that a card carried by a pointer was over before the present one. */
  left: string | null
  failed: ReadonlyMap<string, FailedChange>
  side: SidePanel
  /** The page of the review list that AI Chat shows in place of the conversation. */
  review: ReviewPage | null
  /** How many proposals of agents wait for this person to decide. */
  proposals: number
  /** The plan note that the Notes panel opens. */
  noteId: number | null
  /** The proposal of the assistant that is drawn on the board. */
  ghosts: GhostParts | null
  /** The text in the search panel. */
  searchText: string
  /** The cards that the server found for a search, by their own texts or by those of their comments and files. */
  searchHits: SearchHits | null
  /** The open overlay: palette, keys, files, people, people with the invitation's field focused, log, or unsent changes. */
  overlay: "palette" | "keys" | "files" | "users" | "invite" | "log" | "unsent" | null
  /** The plan's settings, when they are open. */
  settings: SettingsLink | null
  /** Shown in this tab; a shared wheel shows regardless. `counting`: a countdown runs that is hidden. */
  widgets: { countdown: boolean; wheel: boolean; counting?: boolean }
  /** The people whose chats are open, topmost last. */
  chats: readonly number[]
  /** Unread messages by sender. */
  unread: ReadonlyMap<number, number>
  /** Ids of the wheel's people; null: all members. */
  wheelPeople: readonly number[] | null
}

/** What takes the filter off the board. */
export const noFilter = { filtering: null, filterQuery: null, savedView: null } as const

/** `words`: the search, folded. `cards`: their keys, as `cardKey` writes them. */
export type SearchHits = { words: string; cards: ReadonlySet<string> }

export type SidePanel = { open: boolean; mode: SideMode }

/** Words of the search, folded, which dim cards without them; empty without a search. */
export const searchOf = ({ side, searchText }: ViewState) =>
  side.open && side.mode === "search" ? folded(searchText.trim()) : ""

/** The keys of the cards that the server found for the words. */
export const hitsOf = ({ searchHits }: ViewState, words: string) =>
  searchHits?.words === words ? searchHits.cards : undefined

export type View = {
  get(): ViewState
  set(change: Partial<ViewState>): void
  subscribe(listener: () => void): () => void
  fail(card: CardRef, failed: FailedChange | null): void
}

export const createView = (side: SidePanel = { open: false, mode: "search" }): View => {
  let state: ViewState = {
    goalId: null,
    layout: "board",
    filtering: null,
    filterQuery: null,
    savedView: null,
    filterBar: false,
    viewMenu: null,
    selected: null,
    editing: null,
    adding: null,
    dialog: null,
    picker: null,
    giving: null,
    history: false,
    doneFolded: false,
    page: "board",
    dragging: null,
    target: null,
    left: null,
    failed: new Map(),
    side,
    review: null,
    proposals: 0,
    noteId: null,
    ghosts: null,
    searchText: "",
    searchHits: null,
    overlay: null,
    settings: null,
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

/** `select` must return a primitive or a value with a stable identity. */
export const useViewOf = <T>(view: View, select: (state: ViewState) => T): T =>
  useSyncExternalStore(
    view.subscribe,
    () => select(view.get()),
    () => select(view.get()),
  )
