import clsx from "clsx"
import { createContext, useContext, useState } from "react"
import type { Person } from "~/contract/fields/field"
import { initial, type PeopleLooks, tints } from "~/rules/people/person-look"

export type AvatarPerson = { id: number; userName: string; avatarUrl?: string | null }

type AvatarProps = {
  person: AvatarPerson
  size?: 18 | 24 | 28 | 32 | 40 | 118
  presence?: "online" | "offline"
  className?: string
}

/** Outside their plans; adjacent ids get distant colours. */
const tintOf = (userId: number) => tints[(Math.abs(userId) * 5) % tints.length]

/** The person's letters on their tint, covered by their picture if there is one. Decorative: name the person beside it. */
export const Avatar = ({ person, size = 24, presence, className }: AvatarProps) => {
  const [failed, setFailed] = useState<string>()
  const look = useLook(person.id)
  const letters = look?.letters ?? initial(person.userName)
  const picture = person.avatarUrl && person.avatarUrl !== failed ? person.avatarUrl : undefined
  return (
    <span
      className={clsx(
        "avatar",
        size !== 24 && `size-${size}`,
        letters.length > 1 && "two",
        look?.solid && "solid",
        className,
      )}
      data-goal={look?.tint ?? tintOf(person.id)}
      aria-hidden="true"
    >
      {letters}
      {picture && <img src={picture} alt="" onError={() => setFailed(picture)} />}
      {presence && <PresenceDot online={presence === "online"} />}
    </span>
  )
}

export const PresenceDot = ({ online }: { online: boolean }) => (
  <span className={clsx("presence", online && "online")} />
)

/** The people of the plan around it; empty where no plan is shown. */
export const LooksContext = createContext<PeopleLooks>(new Map())

export const useLook = (id: number | null | undefined) => useContext(LooksContext).get(id ?? 0)

/** The name of a person here, with its number among equal names. */
export const useNames = () => {
  const looks = useContext(LooksContext)
  return ({ id, userName }: Person) => looks.get(id ?? 0)?.userName ?? userName
}
