import { Check } from "lucide-react"
import { type RefObject, useState } from "react"
import type { Member } from "~/contract/user"
import { folded, peopleFor } from "~/rules/folded"
import { Avatar } from "~/ui/parts/avatar"
import { Marked } from "~/ui/parts/marked"
import { Popup } from "~/ui/parts/popup"
import { SearchList, SearchOption } from "~/ui/parts/search-list"
import { useMembers } from "~/ui/plan/board-context"
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
  const found = ownersFor(members, ownerId, query)
  const clears = (ownerId !== null || awaited) && query.trim() === ""
  const current = awaited ? null : ownerId

  const pick = (key: string) => {
    const picked = key === nobody ? null : Number(key)
    onClose()
    if (picked !== ownerId || awaited) onPick(picked)
    return true
  }

  return (
    <Popup label={texts.label} anchor={anchor} className="owners" onClose={onClose}>
      <SearchList
        label={texts.label}
        search={texts.search}
        query={query}
        onQuery={setQuery}
        rowSize={[32, 44]}
        onPick={pick}
        nothing={texts.nobodyFound}
      >
        {[
          ...found.map(({ id, userName, avatarUrl }) => (
            <SearchOption key={id} id={String(id)} name={userName} isChosen={id === current}>
              <Avatar person={{ id, userName, avatarUrl }} />
              <span className="truncate grow" dir="auto">
                <Marked text={userName} wanted={folded(query.trim())} />
              </span>
              {id === current && <Check className="icon small" aria-hidden="true" />}
            </SearchOption>
          )),
          ...(clears
            ? [
                <SearchOption key={nobody} id={nobody} name={texts.nobody}>
                  <span className="avatar none" />
                  <span className="truncate grow">{texts.nobody}</span>
                </SearchOption>,
              ]
            : []),
        ]}
      </SearchList>
    </Popup>
  )
}

const nobody = "nobody"

/** Members the owner picker offers: those matching the query, the owner first, then by name. */
export const ownersFor = (members: readonly Member[], ownerId: number | null, query: string): Member[] =>
  peopleFor(members, query).sort(
    (a, b) =>
      Number(b.id === ownerId) - Number(a.id === ownerId) || a.userName.localeCompare(b.userName) || a.id - b.id,
  )
