import type { SpawnOptions } from "node:child_process"

export function supervise(
  command: string[],
  options: {
    name?: string
    /** By default Node. */
    program?: string
    spawnOptions: SpawnOptions
    ready: (address: string) => void
    ended: (code: number) => void
    say: (line: string) => void
    delays?: { first: number; most: number; steady: number }
  },
): (signal: NodeJS.Signals) => void
