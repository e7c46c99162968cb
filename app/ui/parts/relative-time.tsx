import { useEffect, useState } from "react"
import { relativeTime } from "~/rules/relative-time"

type RelativeTimeProps = {
  at: string
  /** When the server rendered, milliseconds: both sides first write the same words, then the reader's zone takes over. */
  renderedAt: number
  words: (when: string) => string
}

export const RelativeTime = ({ at, renderedAt, words }: RelativeTimeProps) => {
  const [now, setNow] = useState<number>()
  useEffect(() => {
    setNow(Date.now())
    const timer = setInterval(() => setNow(Date.now()), 30_000)
    return () => clearInterval(timer)
  }, [])
  const time = Date.parse(at)
  return (
    <time dateTime={at} className="num">
      {words(now === undefined ? relativeTime(time, renderedAt, "UTC") : relativeTime(time, now))}
    </time>
  )
}
