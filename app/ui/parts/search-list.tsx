import { Search } from "lucide-react"
import {
  type AriaAttributes,
  type ComponentProps,
  type KeyboardEvent,
  type MutableRefObject,
  type ReactElement,
  type ReactNode,
  useContext,
  useEffect,
  useRef,
} from "react"
import {
  Autocomplete,
  AutocompleteStateContext,
  Input,
  ListBox,
  ListBoxItem,
  ListLayout,
  SelectableCollectionContext,
  TextField,
  useSlottedContext,
  Virtualizer,
} from "react-aria-components"
import { Button } from "~/ui/parts/button"
import { isPhone } from "~/ui/parts/dialog/use-dialog-place"
import { common } from "~/ui/parts/texts"
import "./search-list.css"

type SearchListProps = {
  /** Accessible name of the list. */
  label: string
  /** Accessible name of the field, and its placeholder unless there is another. */
  search: string
  placeholder?: string
  query: string
  onQuery(query: string): void
  /** Heights of a row on a desk and on a phone. */
  rowSize: readonly [number, number]
  /** Several rows can be chosen. */
  multiple?: boolean
  /** Takes a row, or takes it back; false where it cannot. */
  onPick(key: string): boolean
  /** After Enter has taken a row of a list of several. */
  onDone?(): void
  /** In place of a list without rows. */
  nothing: string
  /** The rows, `SearchOption`s; none shows `nothing`. */
  children: ReactElement<{ id: string }>[]
}

/**
 * A field and the rows that it finds. Enter takes the active row, at first the first one; Space does so too, and goes on, while the
 * field of a list of several is empty. Import it lazily.
 */
export const SearchList = (props: SearchListProps) => {
  const { search, placeholder = search, query, onQuery, multiple = false, nothing, children } = props
  const isNone = children.length === 0
  /** The key that was pressed last, until the pointer is used. */
  const key = useRef("")
  const early = useRef<Early>({ rows: 0, again: false })
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    key.current = event.key
    // These move in the text, where the library moves in the list.
    if (/^(?:Home|End|Arrow(?:Left|Right))$/.test(event.key)) return event.stopPropagation()
    const active = activeRow(event.currentTarget)
    const { rows, again } = early.current
    const isEarly = !again && !(active && rows === 0)
    const by = isEarly ? (steps[event.key] ?? 0) : 0
    const toggles = event.key === " " && multiple && query === ""
    if (by === 0 && !toggles && (event.key !== "Enter" || event.nativeEvent.isComposing)) return
    event.preventDefault()
    event.stopPropagation()
    early.current.rows += by
    if (by !== 0) return
    // By itself, the library takes a row once Enter is released, and none if somebody else's change has replaced the row by then.
    if (!isEarly) return active?.click()
    const at = Math.max(
      0,
      children.findIndex(({ props }) => props.id === active?.dataset.key),
    )
    const row = children.at((at + rows) % children.length)
    if (row) pick(row.props.id)
  }
  const pick = (picked: string) => {
    const isTaken = props.onPick(picked)
    if (isTaken && key.current === "Enter") props.onDone?.()
  }
  return (
    // The list of the next query takes care of its first row; the library would go on naming a row of this one for half a second.
    <Autocomplete
      inputValue={query}
      onInputChange={(typed) => {
        early.current.rows = 0
        onQuery(typed)
      }}
      disableAutoFocusFirst
    >
      {/* Not on a phone, whose keyboard would cover the list. */}
      <TextField className="input soft search-field list-field rigid" aria-label={search} autoFocus={!isPhone()}>
        <Search className="icon small" aria-hidden="true" />
        <Input
          className="bare grow"
          role="combobox"
          aria-expanded={!isNone}
          placeholder={placeholder}
          maxLength={200}
          dir="auto"
          onKeyDownCapture={onKeyDown}
        />
        <EarlyKeys early={early} />
      </TextField>
      {isNone ? (
        <p className="empty" role="status">
          {nothing}
        </p>
      ) : (
        <Rows key={query} {...props} onPick={pick} onPress={() => (key.current = "")} />
      )}
    </Autocomplete>
  )
}

/** The row that is drawn as the active one: the field may name it a moment later. */
const activeRow = (field: HTMLElement) => {
  const list = document.getElementById(field.getAttribute("aria-controls") ?? "")
  const named = document.getElementById(field.getAttribute("aria-activedescendant") ?? "")
  return list?.querySelector<HTMLElement>("[role=option][data-focused]") ?? named
}

/** Rows that a key goes down. */
const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 }

type Early = {
  /** Gone down before the list has an active row: the library names the first one a moment after the list has come. */
  rows: number
  /** While an arrow is pressed again. */
  again: boolean
}

/** Presses the arrows again that came too early, one for each row that becomes active. */
const EarlyKeys = ({ early }: { early: MutableRefObject<Early> }) => {
  const active = useContext(AutocompleteStateContext)?.focusedNodeId
  const mark = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    const by = Math.sign(early.current.rows)
    if (!active || by === 0) return
    early.current.rows -= by
    early.current.again = true
    const key = by > 0 ? "ArrowDown" : "ArrowUp"
    const field = mark.current?.parentElement?.querySelector("input")
    field?.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }))
    early.current.again = false
  }, [active, early])
  return <span ref={mark} hidden />
}

type RowsProps = Pick<SearchListProps, "label" | "rowSize" | "multiple" | "children"> & {
  onPick(key: string): void
  onPress(): void
}

/**
 * The list of one query: mounted with it, its first option is the active one, also after a deletion. Not where a screen reader
 * moves the focus itself: that option would take it from the field. Rows have actions, not a selection, which the library would
 * begin in, and stretch with Shift.
 */
const Rows = ({ label, rowSize, multiple, onPick, onPress, children }: RowsProps) => {
  const list = useSlottedContext(SelectableCollectionContext)
  return (
    <Virtualizer layout={ListLayout} layoutOptions={{ rowSize: rowSize[isPhone() ? 1 : 0] }}>
      <ListBox
        className="search-rows"
        aria-label={label}
        autoFocus={list?.shouldUseVirtualFocus ? "first" : false}
        onAction={(key) => onPick(String(key))}
        onPointerDownCapture={onPress}
        escapeKeyBehavior="none"
        shouldFocusWrap
        shouldFocusOnHover
        shouldSelectOnPressUp
        render={(props) => <div {...withAria(props, { "aria-multiselectable": multiple })} />}
      >
        {children}
      </ListBox>
    </Virtualizer>
  )
}

/** The library says these of selections only. */
const withAria = (props: object, aria: AriaAttributes): ComponentProps<"div"> => ({ ...props, ...aria })

type SearchOptionProps = {
  id: string
  name: string
  isChosen?: boolean
  /** It cannot be taken. Keys come to it all the same, so that its reason is read. */
  isOff?: boolean
  /** More attributes of its element. */
  look?: object
  children: ReactNode
}

export const SearchOption = ({ id, name, isChosen = false, isOff, look, children }: SearchOptionProps) => (
  <ListBoxItem
    id={id}
    textValue={name}
    className="list-row"
    render={(props) => (
      <div {...look} {...withAria(props, { "aria-selected": isChosen, "aria-disabled": isOff || undefined })} />
    )}
  >
    {children}
  </ListBoxItem>
)

/** The title of a picker of several, and its end, where it is a sheet. */
export const PickerHead = ({ title, onDone }: { title: string; onDone(): void }) =>
  isPhone() && (
    <header className="row">
      <h2 className="grow">{title}</h2>
      <Button variant="ghost" onClick={onDone}>
        {common.done}
      </Button>
    </header>
  )
