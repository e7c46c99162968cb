import clsx from "clsx"
import { useState } from "react"
import { ListBox, ListBoxItem, type Selection } from "react-aria-components"
import type { Filter } from "~/contract/view"
import { peopleFor } from "~/rules/folded"
import { chosenIn, type FilterField, isSingle, useChoices, withChosen } from "~/ui/filter/choices"
import { filterTexts as texts } from "~/ui/filter/texts"
import { CheckMark } from "~/ui/parts/check-mark"
import { SearchField } from "~/ui/parts/search-field"
import { useBoard } from "~/ui/plan/board-context"

/** Owners from which on there is a field to search them. */
const manyOwners = 9

type FieldListProps = {
  field: FilterField
  filter: Filter
  onChange(fields: Partial<Filter>): void
  /** A choice of a list that takes one only. */
  onDone?(): void
}

/** The choices of one field. Each applies at once; pressed again it is taken back. */
export const FieldList = ({ field, filter, onChange, onDone }: FieldListProps) => {
  const { user } = useBoard()
  const choices = useChoices(field, filter)
  const [query, setQuery] = useState("")
  const searched = field === "ownerIds" && choices.length > manyOwners
  const named = choices.map((choice) => ({ ...choice, userName: choice.label }))
  const found = searched && query !== "" ? peopleFor(named, query) : named
  const chosen = chosenIn(field, filter, user.id).map(String)
  const onlyOne = isSingle(field)
  const choose = (selection: Selection) => {
    if (selection === "all") return
    // Choices that the search hides stay.
    const hidden = chosen.filter((key) => !found.some((choice) => choice.key === key))
    const keys = new Set([...hidden, ...[...selection].map(String)])
    const order = [
      ...choices.map(({ key }) => key),
      ...chosen.filter((key) => !choices.some((each) => each.key === key)),
    ]
    const values = order
      .filter((key) => keys.has(key))
      .map((key) => choices.find((choice) => choice.key === key)?.value ?? Number(key))
    onChange(withChosen(field, values, user.id))
    if (onlyOne) onDone?.()
  }
  return (
    <>
      {searched && (
        <SearchField
          bare
          className="soft search"
          label={texts.searchPeople}
          clear={texts.clearText}
          value={query}
          onChange={setQuery}
        />
      )}
      {found.length === 0 ? (
        <p className="nothing" role="status">
          {texts.nobodyFound}
        </p>
      ) : (
        <ListBox
          aria-label={texts.fields[field]}
          autoFocus={searched ? false : "first"}
          items={found}
          dependencies={[chosen.join()]}
          selectionMode={onlyOne ? "single" : "multiple"}
          selectedKeys={chosen}
          onSelectionChange={choose}
          escapeKeyBehavior="none"
          shouldFocusOnHover
          shouldFocusWrap
          shouldSelectOnPressUp
        >
          {({ key, label, sign, count }) => (
            <ListBoxItem id={key} textValue={label} className={clsx("list-row", count === 0 && "muted")}>
              {({ isSelected }) => (
                <>
                  <CheckMark checked={isSelected} single={onlyOne} />
                  {sign}
                  <span className="truncate grow" dir="auto">
                    {label}
                  </span>
                  <span className="muted fine numeric">{count}</span>
                </>
              )}
            </ListBoxItem>
          )}
        </ListBox>
      )}
    </>
  )
}
