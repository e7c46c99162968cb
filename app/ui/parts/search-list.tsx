import { Search } from "lucide-react"
import {
  type AriaAttributes,
  type ComponentProps,
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
  useRef,
} from "react"
import {
  Autocomplete,
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
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    key.current = event.key
    // These move in the text, where the library moves in the list.
    if (/^(?:Home|End|Arrow(?:Left|Right))$/.test(event.key)) return event.stopPropagation()
    const toggles = event.key === " " && multiple && query === ""
    if (!toggles && (event.key !== "Enter" || event.nativeEvent.isComposing)) return
    event.preventDefault()
    event.stopPropagation()
    // The library names the active row a moment after the list has come; until then it is the first one. By itself it takes a row
    // once Enter is released, and none if somebody else's change has replaced the row by then.
    const active = document.getElementById(event.currentTarget.getAttribute("aria-activedescendant") ?? "")
    if (active) active.click()
    else if (children[0]) pick(children[0].props.id)
  }
  const pick = (picked: string) => {
    const isTaken = props.onPick(picked)
    if (isTaken && key.current === "Enter") props.onDone?.()
  }
  return (
    // The list of the next query takes care of its first row; the library would go on naming a row of this one for half a second.
    <Autocomplete inputValue={query} onInputChange={onQuery} disableAutoFocusFirst>
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
