import clsx from "clsx"
import { Search, X } from "lucide-react"
import { type ComponentPropsWithoutRef, type KeyboardEvent, type Ref, useRef } from "react"
import { IconButton } from "~/ui/parts/button"

type SearchFieldProps = Omit<ComponentPropsWithoutRef<"input">, "value" | "onChange"> & {
  /** Accessible name and placeholder. */
  label: string
  /** Name of the button that empties it. */
  clear: string
  value: string
  /** Not a landmark: it is within one. */
  bare?: boolean
  field?: Ref<HTMLInputElement>
  /** The key that leads to the field. */
  shortcut?: string | undefined
  onChange(value: string): void
}

/** A field that searches while somebody types. Escape and a button empty it. */
export const SearchField = ({
  label,
  clear,
  value,
  bare = false,
  className,
  field,
  shortcut,
  onChange,
  onKeyDown,
  ...input
}: SearchFieldProps) => {
  const frame = useRef<HTMLDivElement>(null)
  const onKey = (event: KeyboardEvent<HTMLInputElement>) => {
    onKeyDown?.(event)
    if (event.defaultPrevented || event.key !== "Escape" || value === "") return
    event.preventDefault()
    onChange("")
  }
  const Frame = bare ? "div" : "search"
  return (
    <Frame ref={frame} className={clsx("input search-field", className)}>
      <Search className="icon small muted" aria-hidden="true" />
      <input
        ref={field}
        className="bare grow"
        type="text"
        enterKeyHint="search"
        autoComplete="off"
        maxLength={500}
        aria-label={label}
        aria-keyshortcuts={shortcut}
        placeholder={label}
        value={value}
        onChange={({ target }) => onChange(target.value)}
        onKeyDown={onKey}
        {...input}
      />
      {shortcut && value === "" && <kbd>{shortcut}</kbd>}
      {value !== "" && (
        <IconButton
          small
          label={clear}
          onClick={() => {
            onChange("")
            frame.current?.querySelector("input")?.focus()
          }}
        >
          <X className="icon small" aria-hidden="true" />
        </IconButton>
      )}
    </Frame>
  )
}
