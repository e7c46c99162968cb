import clsx from "clsx"
import { Check, Search } from "lucide-react"
import { type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from "react"
import { Avatar } from "~/ui/parts/avatar"
import { Popup } from "~/ui/parts/popup"
import { isPhone } from "~/ui/parts/use-dialog-place"
import { useMembers } from "~/ui/plan/board-context"
import { ownersFor } from "~/ui/plan/owners"
import { owner as texts } from "~/ui/plan/texts"
import "./card-marks.css"

type OwnerPickerProps = {
  anchor: RefObject<Element | null>
  ownerId: number | null
  /** An owner is awaited; choosing no owner ends that. */
  awaited?: boolean
  onPick(ownerId: number | null): void
  onClose(): void
}

/** Picks an owner: Enter takes the first match, Escape closes. Import it lazily. */
export const OwnerPicker = ({ anchor, ownerId, awaited = false, onPick, onClose }: OwnerPickerProps) => {
  const members = useMembers()
  const [query, setQuery] = useState("")
  const [at, setAt] = useState(0)
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const found = ownersFor(members, ownerId, query)
  const entries: { id: number | null; userName: string; avatarUrl?: string | null }[] = found
  const clears = (ownerId !== null || awaited) && query.trim() === ""
  const all = clears ? [...entries, { id: null, userName: texts.nobody }] : entries
  const active = Math.min(at, all.length - 1)

  // Runs after the popup has taken the focus. Not on a phone, whose keyboard would cover the list.
  useEffect(() => {
    if (!isPhone()) field.current?.focus()
  }, [])

  const pick = (picked: number | null) => {
    onClose()
    if (picked !== ownerId || awaited) onPick(picked)
  }
  const goTo = (index: number) => {
    setAt(index)
    list.current?.children[index]?.scrollIntoView({ block: "nearest" })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const last = all.length - 1
    const next: Readonly<Record<string, number>> = {
      ArrowDown: active === last ? 0 : active + 1,
      ArrowUp: active <= 0 ? last : active - 1,
    }
    const entry = all[active]
    if (event.key === "Enter") {
      event.preventDefault()
      if (entry) pick(entry.id)
    } else if (next[event.key] !== undefined) {
      event.preventDefault()
      if (entry) goTo(next[event.key] ?? 0)
    }
  }

  return (
    <Popup label={texts.label} anchor={anchor} className="owners" onClose={onClose}>
      <div className="input soft search-field search">
        <Search className="icon small" aria-hidden="true" />
        <input
          ref={field}
          className="bare grow"
          role="combobox"
          aria-label={texts.search}
          aria-expanded="true"
          aria-autocomplete="list"
          aria-controls={id}
          aria-activedescendant={all.length > 0 ? `${id}-${active}` : undefined}
          placeholder={texts.search}
          autoComplete="off"
          spellCheck={false}
          value={query}
          onChange={({ target }) => {
            setQuery(target.value)
            setAt(0)
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <div ref={list} id={id} className="options" role="listbox" aria-label={texts.label}>
        {all.map((entry, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys
          // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus
          <div
            key={entry.id}
            id={`${id}-${index}`}
            role="option"
            aria-selected={entry.id === ownerId && !awaited}
            className={clsx("list-row", index === active && "active")}
            onPointerMove={() => index !== active && setAt(index)}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => pick(entry.id)}
          >
            {entry.id === null ? (
              <span className="avatar none" />
            ) : (
              <Avatar person={{ id: entry.id, userName: entry.userName, avatarUrl: entry.avatarUrl }} />
            )}
            <span className="truncate grow" dir="auto">
              <Marked text={entry.userName} query={query} />
            </span>
            {entry.id === ownerId && !awaited && <Check className="icon small" aria-hidden="true" />}
          </div>
        ))}
      </div>
      {all.length === 0 && (
        <p className="empty" role="status">
          {texts.nobodyFound}
        </p>
      )}
    </Popup>
  )
}

/** Marks the matching part of a name. */
const Marked = ({ text, query }: { text: string; query: string }) => {
  const wanted = query.trim()
  const from = wanted === "" ? -1 : text.toLocaleLowerCase().indexOf(wanted.toLocaleLowerCase())
  if (from < 0) return text
  const to = from + wanted.length
  return (
    <>
      {text.slice(0, from)}
      <mark>{text.slice(from, to)}</mark>
      {text.slice(to)}
    </>
  )
}
