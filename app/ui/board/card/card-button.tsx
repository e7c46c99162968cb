import type { DraggableProvidedDragHandleProps } from "@hello-pangea/dnd"
import clsx from "clsx"
import { type MouseEvent, useLayoutEffect, useRef } from "react"
import { appearUnder, type CardMode, endsDoublePress, isDoublePress, isSameCard } from "~/ui/board/card/card-mode"
import { CardName } from "~/ui/board/card/card-name"
import { Searched } from "~/ui/board/card/search-words"
import { hasLongWord } from "~/ui/board/card/syllables"
import { InPlace } from "~/ui/parts/in-place"
import { openedLink } from "~/ui/parts/links"
import { useBoard } from "~/ui/plan/board-context"
import { cardKey } from "~/ui/plan/card-element"
import type { CardRef } from "~/ui/plan/view-state"

type CardButtonProps = {
  card: CardRef
  mode: CardMode
  text: string
  /** Placeholder for an empty text. */
  fallback: string
  /** Accessible name of the field. */
  label: string
  className: string
  handle: DraggableProvidedDragHandleProps | null
  readOnly: boolean
  /** Its long words break between syllables. */
  syllables?: boolean
  save(text: string): Promise<boolean>
  /** A goal is selected by a press, and deselected by the next; it filters the board. */
  toggle?: { on: boolean; press(): void }
}

/**
 * A card's name: a button stretched over the card, which is the drag handle, and the field while editing.
 * A press selects the card, a press on the text of a selected one edits it. A double press and Enter open the dialog.
 */
export const CardButton = (props: CardButtonProps) => {
  const { card, mode, text, fallback, label, className, handle, readOnly, syllables, save, toggle } = props
  const { session, view, can } = useBoard()
  const editing = mode === "editing" && !readOnly
  const button = useRef<HTMLButtonElement>(null)
  const leftByKey = useRef(false)
  // Synchronous, because the next key belongs to the card.
  useLayoutEffect(() => {
    if (editing || !leftByKey.current) return
    leftByKey.current = false
    button.current?.focus()
  }, [editing])
  // Visitors of a public link have no dialogs.
  const open = () => view.set(can("readBoard") ? { dialog: card, editing: null } : { selected: card })
  if (editing) {
    return (
      <InPlace
        label={label}
        stored={text}
        save={save}
        className={className}
        // The first press of the two has started the editing.
        onPress={(event) => {
          if (endsDoublePress(cardKey(card), event)) open()
        }}
        onDone={(byKey) => {
          if (byKey) leftByKey.current = true
          if (isSameCard(session.store, view.get().editing, card)) view.set({ editing: null })
        }}
      />
    )
  }
  const onClick = (event: MouseEvent<HTMLButtonElement>) => {
    const byPointer = event.detail > 0
    if (byPointer && openedLink(event)) return
    if (byPointer && isDoublePress(cardKey(card), event) && !(toggle && !can("readBoard"))) return open()
    if (!byPointer && can("readBoard")) return open()
    if (toggle) return toggle.press()
    if (!byPointer) return open()
    if (mode === "rest") {
      appearUnder(cardKey(card), event)
      return view.set({ selected: card })
    }
    // The button is stretched over the card by a pseudo-element, which its box does not include.
    const { top, bottom } = event.currentTarget.getBoundingClientRect()
    if (event.clientY < top || event.clientY > bottom) return
    if (readOnly) open()
    else view.set({ editing: card })
  }
  const name = text.trim()
  const breaks = syllables && hasLongWord(name)
  return (
    <button
      ref={button}
      type="button"
      {...handle}
      className={clsx("stretched", className, name === "" && "placeholder-text muted")}
      dir="auto"
      data-card={cardKey(card)}
      aria-label={breaks ? name : undefined}
      aria-pressed={toggle ? toggle.on : mode !== "rest"}
      onClick={onClick}
    >
      {breaks ? <CardName text={name} /> : name ? <Searched text={name} /> : fallback}
    </button>
  )
}
