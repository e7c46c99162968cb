import clsx from "clsx"
import { useState } from "react"

const tints = [
  "rose",
  "coral",
  "amber",
  "olive",
  "moss",
  "jade",
  "teal",
  "sky",
  "cobalt",
  "iris",
  "plum",
  "slate",
] as const
export type Tint = (typeof tints)[number]

/** A stable tint per person; adjacent ids get distant colours. */
export const tintOf = (userId: number): Tint => tints[(Math.abs(userId) * 5) % tints.length] ?? "slate"

/** The first grapheme: a flag or an accented letter counts as one. */
const initial = (name: string) => [...name.trim()][0]?.toLocaleUpperCase() ?? "?"

export type AvatarPerson = { id: number; userName: string; avatarUrl?: string | null }

type AvatarProps = {
  person: AvatarPerson
  size?: 18 | 24 | 28 | 32 | 40 | 118
  presence?: "online" | "offline"
  className?: string
}

/** The person's letter on their tint, covered by their picture if there is one. Decorative: name the person beside it. */
export const Avatar = ({ person, size = 24, presence, className }: AvatarProps) => {
  const [failed, setFailed] = useState<string>()
  const picture = person.avatarUrl && person.avatarUrl !== failed ? person.avatarUrl : undefined
  return (
    <span
      className={clsx("avatar", size !== 24 && `size-${size}`, className)}
      data-goal={tintOf(person.id)}
      aria-hidden="true"
    >
      {initial(person.userName)}
      {picture && <img src={picture} alt="" onError={() => setFailed(picture)} />}
      {presence && <PresenceDot online={presence === "online"} />}
    </span>
  )
}

export const PresenceDot = ({ online }: { online: boolean }) => (
  <span className={clsx("presence", online && "online")} />
)
