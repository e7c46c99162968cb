// createFrameQueue(options): collects the frames of one turn, so that each socket is written to once.
import type { Duplex } from "node:stream"

export type Pipe = {
  write(frame: Buffer): void
  /** Writes the collected frames; later ones are dropped. */
  end(): void
}

export type FrameQueueOptions = {
  /** A socket with more unread bytes than this is dropped. */
  maxBufferedBytes: number
}

const BUSY_MS = 4
const LONGEST_WAIT_MS = 25

export const createFrameQueue = ({ maxBufferedBytes }: FrameQueueOptions) => {
  const dirty = new Set<() => void>()
  let scheduled = false
  let last = { ended: 0, took: 0 }

  const flush = () => {
    scheduled = false
    const began = performance.now()
    const writers = [...dirty]
    dirty.clear()
    for (const write of writers) write()
    const ended = performance.now()
    last = { ended, took: ended - began }
  }

  // Idle: flush at once. Under load: wait between flushes as long as a flush takes, so that frames accumulate.
  const schedule = () => {
    if (scheduled) return
    scheduled = true
    const wait = last.took < BUSY_MS ? 0 : Math.min(last.took, LONGEST_WAIT_MS) - (performance.now() - last.ended)
    if (wait > 1) setTimeout(flush, wait)
    else setImmediate(flush)
  }

  /** `raw` is the connection under a WebSocket without compression: whole frames may be written to it directly. */
  return function openPipe(raw: Duplex, onStalled: () => void): Pipe {
    let frames: Buffer[] = []
    let ended = false

    const write = () => {
      const ready = frames
      frames = []
      if (raw.destroyed || raw.writableEnded || ready.length === 0) return
      if (ready.length > 1) raw.cork()
      for (const frame of ready) raw.write(frame)
      if (ready.length > 1) raw.uncork()
      if (raw.writableLength > maxBufferedBytes) {
        ended = true
        onStalled()
      }
    }

    return {
      write(frame) {
        if (ended) return
        frames.push(frame)
        dirty.add(write)
        schedule()
      },
      end() {
        ended = true
        dirty.delete(write)
        write()
      },
    }
  }
}
