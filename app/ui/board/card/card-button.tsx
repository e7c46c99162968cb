import type { DraggableProvidedDragHandleProps } from "@hello-pangea/dnd"
import clsx from "clsx"
import { type MouseEvent, useLayoutEffect, useRef } from "react"
import { Searched } from "~/ui/board/card/search-words"
import { InPlace } from "~/ui/parts/in-place"
import { openedLink } from "~/ui/parts/opened-link"
import { useBoard, useView } from "~/ui/plan/board-context"
import { cardKey } from "~/ui/plan/card-element"
import type { CardRef } from "~/ui/plan/view-state"

type CardButtonProps = {
  card: CardRef
  text: string
  /** Placeholder for an empty text. */
  fallback: string
  /** Accessible name of the field. */
  label: string
  className: string
  handle: DraggableProvidedDragHandleProps | null
  readOnly: boolean
  save(text: string): Promise<boolean>
  /** A goal is selected by a press and edited by a double press; other cards are edited by a press in the text. */
  onPress?(): void
  pressed?: boolean
}

/**
 * A card's name: a button stretched over the card, which is the drag handle, and the field while editing.
 * Enter and a tap open the dialog; a mouse press starts editing.
 */
export const CardButton = ({
  card,
  text,
  fallback,
  label,
  className,
  handle,
  readOnly,
  save,
  onPress,
  pressed,
}: CardButtonProps) => {
  const { view } = useBoard()
  const editing = useView(({ editing }) => editing?.entity === card.entity && editing.id === card.id)
  const button = useRef<HTMLButtonElement>(null)
  const leftByKey = useRef(false)
  // Synchronous, because the next key belongs to the card.
  useLayoutEffect(() => {
    if (editing || !leftByKey.current) return
    leftByKey.current = false
    button.current?.focus()
  }, [editing])
  if (editing && !readOnly) {
    return (
      <InPlace
        label={label}
        stored={text}
        save={save}
        className={className}
        onDone={(byKey) => {
          if (byKey) leftByKey.current = true
          if (view.get().editing?.id === card.id) view.set({ editing: null })
        }}
      />
    )
  }
  const edit = () => view.set({ editing: card })
  const onClick = (event: MouseEvent) => {
    const { detail, nativeEvent } = event
    if (detail > 0 && openedLink(event)) return
    if (onPress) return onPress()
    const byMouse = detail > 0 && (nativeEvent as PointerEvent).pointerType !== "touch"
    if (byMouse && !readOnly) edit()
    else view.set({ dialog: card })
  }
  return (
    <button
      ref={button}
      type="button"
      {...handle}
      className={clsx("stretched", className, text.trim() === "" && "placeholder-text")}
      dir="auto"
      data-card={cardKey(card)}
      aria-pressed={pressed}
      onClick={onClick}
      onDoubleClick={onPress && !readOnly ? edit : undefined}
    >
      {text.trim() ? <Searched text={text.trim()} /> : fallback}
    </button>
  )
}
