import { KeyRound, Sparkle } from "lucide-react"
import { Avatar } from "~/ui/parts/avatar"

type DoneByProps = {
  /** A key has no id. */
  person: { id: number | null; userName: string; avatarUrl?: string | null }
  /** The agent that acted for the person. */
  agent?: string | null | undefined
  /** The product's own assistant acted for the person. */
  assistant?: boolean
  size?: 18 | 24 | 28
}

const small = { width: 18, height: 18, borderRadius: 5 }

/** Whose doing something was: a person, with a spark through an agent, a key or the assistant. Decorative: name them beside it. */
export const DoneBy = ({ person, agent, assistant = false, size = 18 }: DoneByProps) => {
  const { id } = person
  const Sign = id === null ? KeyRound : Sparkle
  if (id === null || assistant)
    return (
      <span
        className="row-icon secondary centered rigid"
        data-by={id === null ? "key" : "assistant"}
        style={size === 18 ? small : undefined}
        aria-hidden="true"
      >
        <Sign className={size === 18 ? "icon tiny" : "icon small"} />
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
