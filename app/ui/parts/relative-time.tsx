import { useEffect, useState } from "react"
import { serverNow } from "~/client/server-clock"
import { relativeTime } from "~/rules/relative-time"

type RelativeTimeProps = {
  at: string
  /** Time of the server's render, ms: both sides first render the same text, then the reader's zone applies. */
  renderedAt: number
  words: (when: string) => string
}

export const RelativeTime = ({ at, renderedAt, words }: RelativeTimeProps) => {
  const [now, setNow] = useState<number>()
  useEffect(() => {
    setNow(serverNow())
    const timer = setInterval(() => setNow(serverNow()), 30_000)
    return () => clearInterval(timer)
  }, [])
  const time = Date.parse(at)
  return (
    <time dateTime={at} className="numeric">
      {words(now === undefined ? relativeTime(time, renderedAt, "UTC") : relativeTime(time, now))}
    </time>
  )
}
