import { ArrowLeft, ChevronDown, ChevronRight, ListFilter, X } from "lucide-react"
import { type KeyboardEvent, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from "react"
import { chosenIn, type FilterField, isOfNames, namesIn, useFilterFields, withChosen } from "~/ui/filter/choices"
import { FieldList } from "~/ui/filter/field-list"
import { filterTexts as texts } from "~/ui/filter/texts"
import { useCardCounts, useFilter } from "~/ui/filter/use-filter"
import { Button, IconButton } from "~/ui/parts/button"
import { DialogFrame } from "~/ui/parts/dialog/dialog"
import { Popup } from "~/ui/parts/popup"
import { SearchField } from "~/ui/parts/search-field"
import { common } from "~/ui/parts/texts"
import { useBackCloses } from "~/ui/parts/use-back-closes"
import { useBoard } from "~/ui/plan/board-context"
import { noFilter } from "~/ui/plan/view-state"
import "./filter.css"
import { focusSoon } from "~/ui/parts/focus"

/** Milliseconds from the last letter until a text is looked for. */
const typingMs = 150

type TypedProps = {
  /** What was typed before the field was there. */
  typed: string
  onTyped(): void
}

/** The text of the filter while it is typed. */
const useText = () => {
  const { filter, change } = useFilter()
  const applied = filter.text ?? ""
  const [text, setText] = useState(applied)
  const sent = useRef(applied)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  // Something else has changed the filter.
  if (applied !== sent.current) {
    sent.current = applied
    setText(applied)
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  const type = (next: string) => {
    setText(next)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      sent.current = next.trim().slice(0, 200)
      change({ text: sent.current })
    }, typingMs)
  }
  return [text, type] as const
}

const noText = () => {}

const TextField = ({ typed = "", onTyped = noText }: Partial<TypedProps>) => {
  const [text, type] = useText()
  // A layout effect: a key between the field and its text would be lost.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the field is there
  useLayoutEffect(() => {
    if (typed === "") return
    type(text + typed)
    onTyped()
  }, [])
  return (
    <SearchField
      bare
      className="soft filter-text rigid"
      label={texts.text}
      clear={texts.clearText}
      value={text}
      onChange={type}
    />
  )
}

/** One row between the top bar and the board: a field that is set becomes a chip in its place. */
export const FilterBar = ({ children, ...typing }: TypedProps & { children?: ReactNode }) => {
  const { view } = useBoard()
  const { filter } = useFilter()
  const fields = useFilterFields(filter)
  const counts = useCardCounts()
  const bar = useRef<HTMLElement>(null)
  const close = () => {
    view.set({ filterBar: false })
    focusSoon(() => document.querySelector<HTMLElement>("[data-filter-button]"))
  }
  useLayoutEffect(() => bar.current?.querySelector("input")?.focus(), [])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || event.defaultPrevented) return
    event.preventDefault()
    close()
  }
  return (
    <section ref={bar} className="filter-bar row rigid surface" aria-label={texts.label} onKeyDown={onKeyDown}>
      <TextField {...typing} />
      {fields.map((field) => (
        <Field key={field} field={field} />
      ))}
      <span className="grow" />
      <span className="fine secondary numeric" role="status">
        {counts && texts.cards(counts.matching, counts.all)}
      </span>
      {children}
      {Object.keys(filter).length > 0 && <ClearButton />}
      <IconButton small label={texts.close} onClick={close}>
        <X className="icon small" aria-hidden="true" />
      </IconButton>
    </section>
  )
}

const ClearButton = () => {
  const { view } = useBoard()
  return (
    <Button variant="ghost" size="small" onClick={() => view.set(noFilter)}>
      {texts.clear}
    </Button>
  )
}

const Field = ({ field }: { field: FilterField }) => {
  const board = useBoard()
  const { filter, change } = useFilter()
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const name = texts.fields[field]
  const chosen = namesIn(board, field, filter).join(", ")
  const isSet = chosenIn(field, filter, board.user.id).length > 0
  const remove = () => change(withChosen(field, [], board.user.id))
  return (
    <span
      className="filter-field slim secondary row"
      data-set={isSet || undefined}
      data-names={isOfNames(field) || undefined}
    >
      <button
        ref={button}
        type="button"
        className="row slim fine"
        aria-haspopup="listbox"
        aria-expanded={open}
        data-tip={isSet ? chosen : undefined}
        onClick={() => setOpen(true)}
        onKeyDown={({ key }) => {
          if (isSet && (key === "Backspace" || key === "Delete")) remove()
        }}
      >
        {chosen !== name && <span>{name}</span>}
        {isSet ? <b className="truncate">{chosen}</b> : <ChevronDown className="icon tiny" aria-hidden="true" />}
      </button>
      {isSet && (
        <IconButton
          small
          label={texts.remove(name)}
          onClick={() => {
            remove()
            button.current?.focus()
          }}
        >
          <X className="icon tiny" aria-hidden="true" />
        </IconButton>
      )}
      {open && (
        <Popup label={name} anchor={button} className="filter-list" onClose={() => setOpen(false)}>
          <FieldList field={field} filter={filter} onChange={change} onDone={() => setOpen(false)} />
        </Popup>
      )}
    </span>
  )
}

/** What the filter is, in words. */
const useWords = () => {
  const board = useBoard()
  const { filter } = useFilter()
  const fields = useFilterFields(filter)
  return [
    ...(filter.text ? [texts.words(filter.text)] : []),
    ...fields.flatMap((field) => namesIn(board, field, filter)),
  ].join(", ")
}

/** In the top bar while the bar is closed: names the filter, opens the bar, takes the filter off. */
export const FilterChip = () => {
  const { view } = useBoard()
  const words = useWords()
  return (
    <span className="filter-chip row slim" data-tone="accent">
      <button
        type="button"
        className="row slim"
        data-filter-button
        data-tip={words}
        onClick={() => view.set({ filterBar: true })}
      >
        <ListFilter className="icon small" aria-hidden="true" />
        <span className="visually-hidden">{texts.label}</span>
        <b className="truncate">{words}</b>
      </button>
      <IconButton small label={texts.off} onClick={() => view.set(noFilter)}>
        <X className="icon tiny" aria-hidden="true" />
      </IconButton>
    </span>
  )
}

/** On a phone: the filter under the top bar, which opens its sheet. */
export const FilterStrip = () => {
  const { view } = useBoard()
  const words = useWords()
  const counts = useCardCounts()
  return (
    <div className="filter-strip row rigid" data-tone="accent">
      <button type="button" className="row grow" onClick={() => view.set({ filterBar: true })}>
        <ListFilter className="icon small" aria-hidden="true" />
        <span className="visually-hidden">{texts.label}</span>
        <b className="truncate grow">{words}</b>
        <span className="secondary numeric">{counts && texts.cards(counts.matching, counts.all)}</span>
      </button>
      <IconButton label={texts.off} onClick={() => view.set(noFilter)}>
        <X className="icon small" aria-hidden="true" />
      </IconButton>
    </div>
  )
}

/** On a phone: a row for each field, which opens its choices as a page of the sheet. */
export const FilterSheet = ({ children }: { children: ReactNode }) => {
  const board = useBoard()
  const { filter, change } = useFilter()
  const fields = useFilterFields(filter)
  const counts = useCardCounts()
  const [open, setOpen] = useState<FilterField | null>(null)
  const close = () => board.view.set({ filterBar: false })
  const leave = () => {
    setOpen(null)
    focusSoon(() => document.querySelector<HTMLElement>(`.filter-sheet [data-field="${open}"]`))
  }
  useBackCloses(leave, open !== null)
  return (
    <DialogFrame label={texts.label} className="filter-sheet flow" sheet dismissable onClose={close}>
      {open ? (
        <>
          <header className="row">
            <IconButton label={common.back} ref={focusQuietly} onClick={leave}>
              <ArrowLeft className="icon" aria-hidden="true" />
            </IconButton>
            <h2 className="grow">{texts.fields[open]}</h2>
          </header>
          <FieldList field={open} filter={filter} onChange={change} onDone={leave} />
        </>
      ) : (
        <>
          <header className="row">
            <h2 className="grow">{texts.label}</h2>
            {Object.keys(filter).length > 0 && <ClearButton />}
          </header>
          <TextField />
          <ul className="divided grow scrolls">
            {fields.map((field) => (
              <li key={field}>
                <button type="button" className="row full" data-field={field} onClick={() => setOpen(field)}>
                  <span>{texts.fields[field]}</span>
                  <span className="truncate grow secondary filter-chosen">
                    {namesIn(board, field, filter).join(", ") || texts.any}
                  </span>
                  <ChevronRight className="icon small muted" aria-hidden="true" />
                </button>
              </li>
            ))}
          </ul>
          {children}
        </>
      )}
      <Button variant="primary" size="large" onClick={close}>
        {counts ? texts.show(counts.matching) : common.close}
      </Button>
    </DialogFrame>
  )
}

/** The list takes the focus from it, unless the list is searched. */
const focusQuietly = (button: HTMLButtonElement | null) => button?.focus({ preventScroll: true })
