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

/** Always the same tint for the same person; neighbours in id stand far apart on the palette. */
export const tintOf = (userId: number): Tint => tints[(Math.abs(userId) * 5) % tints.length] ?? "slate"

/** The first letter as a person sees it: a flag or an accented letter counts as one. */
const initial = (name: string) => [...name.trim()][0]?.toLocaleUpperCase() ?? "?"

export type AvatarPerson = { id: number; userName: string; avatarUrl?: string | null }

type AvatarProps = {
  person: AvatarPerson
  size?: 18 | 24 | 28 | 32 | 40 | 118
  presence?: "online" | "offline"
  className?: string
}

/** Letter on the person's tint, with the picture over it where there is one. Decoration: name the person beside it. */
export const Avatar = ({ person, size = 24, presence, className }: AvatarProps) => {
  const [failed, setFailed] = useState<string>()
  const picture = person.avatarUrl && person.avatarUrl !== failed ? person.avatarUrl : undefined
  return (
    <span className={clsx("av", size !== 24 && `s${size}`, className)} data-goal={tintOf(person.id)} aria-hidden="true">
      {initial(person.userName)}
      {picture && <img src={picture} alt="" onError={() => setFailed(picture)} />}
      {presence && <PresenceDot online={presence === "online"} />}
    </span>
  )
}

export const PresenceDot = ({ online }: { online: boolean }) => <span className={clsx("pres", online && "on")} />
