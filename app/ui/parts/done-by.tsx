import { KeyRound, Sparkle } from "lucide-react"
import { Avatar } from "~/ui/parts/avatar"

type DoneByProps = {
  /** A key has no id. */
  person: { id: number | null; userName: string; avatarUrl?: string | null }
  /** The agent that acted for the person. */
  agent?: string | null | undefined
  size?: 18 | 24 | 28
}

const small = { width: 18, height: 18, borderRadius: 5 }

/** Whose doing something was: a person, with a spark through an agent, or a key. Decorative: name them beside it. */
export const DoneBy = ({ person, agent, size = 18 }: DoneByProps) => {
  const { id } = person
  if (id === null)
    return (
      <span
        className="row-icon secondary centered rigid"
        data-by="key"
        style={size === 18 ? small : undefined}
        aria-hidden="true"
      >
        <KeyRound className={size === 18 ? "icon tiny" : "icon small"} />
      </span>
    )
  const picture = <Avatar person={{ ...person, id }} size={size} />
  if (!agent) return picture
  return (
    <span className="through-agent anchor centered rigid" data-by="agent" aria-hidden="true">
      {picture}
      <span className="spark centered">
        <Sparkle />
      </span>
    </span>
  )
}
