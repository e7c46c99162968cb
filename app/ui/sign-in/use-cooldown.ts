import { useEffect, useRef, useState } from "react"

const keyOf = (email: string) => email.trim().toLowerCase()

/** Seconds until another mail may be sent to an address; each counts on while another one is typed. */
export const useCooldown = (email: string): [number, (email: string, seconds: number) => void] => {
  const ends = useRef(new Map<string, number>())
  const [, tick] = useState(0)
  // By the clock that no change of the day's time moves; a sleeping tab does not wait longer where it runs on.
  const leftOf = () => Math.max(0, Math.ceil(((ends.current.get(keyOf(email)) ?? 0) - performance.now()) / 1_000))
  const left = leftOf()
  const running = left > 0
  useEffect(() => {
    if (!running) return
    const timer = setInterval(() => tick((count) => count + 1), 1_000)
    return () => clearInterval(timer)
  }, [running])
  const start = (of: string, seconds: number) => {
    ends.current.set(keyOf(of), performance.now() + seconds * 1_000)
    tick((count) => count + 1)
  }
  return [left, start]
}
