import type { Job, JobHandlers } from "~/outside/jobs.server"

const noMore = () => {}

/** Runs a job's handler once, as the process does; answers the seconds after which it wants to run again. */
export const runJob = async (
  handlers: JobHandlers,
  { id = 1, kind, input, attempts = 1 }: Partial<Job> & { kind: string },
) => {
  let again: number | undefined
  const postpone = (seconds: number) => {
    again = seconds
  }
  await handlers[kind]?.(input, { id, kind, input, attempts, again: postpone, stored: noMore })
  return again
}
