import { useEffect, useState } from "react"
import type { Running } from "~/client/agent/conversation-types"
import { problemText } from "~/contract/shared/language/problem-text"
import { agent } from "~/ui/agent/texts"

/** How often the timer is drawn, ms. */
const every = 100

const titles = { asking: "thinking", doing: "doing", undoing: "undoing", drafts: "drafting" } as const

/** The running request with its time. */
export const Thinking = ({ running: { what, since, progress } }: { running: Running }) => {
  const [now, setNow] = useState(() => performance.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(performance.now()), every)
    return () => clearInterval(timer)
  }, [])
  return (
    <div className="agent-thinking row secondary wraps">
      <span className="agent-dots" aria-hidden="true">
        <b />
        <b />
        <b />
      </span>
      <span>{agent[titles[what]]}</span>
      <span className="numeric muted" aria-hidden="true">
        {agent.seconds(Math.max(0, now - since))}
      </span>
      {progress !== "" && <span className="muted agent-progress fine">{problemText(progress)}</span>}
    </div>
  )
}
