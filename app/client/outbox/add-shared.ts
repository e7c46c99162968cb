import { fileCalls } from "~/contract/file"
import { noteCalls } from "~/contract/note"
import { isRefusal } from "~/contract/problem"
import { taskCalls } from "~/contract/task"
import { call, isPassing, type SendOptions } from "../api"
import { eachOf } from "./each-of"
import { openSender, type Sender } from "./sender"
import { sharedStorage } from "./shared"
import type { Shared, SharedTarget } from "./stored-rows"

/** The words of what was shared. Many apps send a page's title or address twice. */
export const wordsOf = ({ title, text }: Pick<Shared, "title" | "text">) => {
  const given = [title, text].map((part) => part.trim()).filter((part) => part !== "")
  return given.filter(
    (part, n) => !given.some((other, m) => m !== n && other.includes(part) && (other !== part || m < n)),
  )
}

/** Names a task that has files alone. */
const nameOf = ({ files }: Shared) => files.map(({ name }) => name).join(", ")

const make = async (shared: Shared, target: SharedTarget, more: SendOptions) => {
  const { planId } = target
  const options = { ...more, idempotencyKey: shared.id }
  const words = wordsOf(shared)
  if (target.as === "task") {
    const description = words.join("\n") || nameOf(shared)
    const { id } = await call(taskCalls.create, { planId, itemId: target.itemId, description }, options)
    return { taskId: id }
  }
  const [title = nameOf(shared)] = words
  const content = words.slice(1).join("\n\n") || (words.length === 1 ? title : "")
  const named = words.length === 1 ? {} : { title }
  const { id } = await call(noteCalls.create, { planId, ...named, content, type: 0, visibility: 0 }, options)
  return { noteId: id }
}

/**
 * Makes a task or a note of what was shared, with its files, and forgets it. Until then a repeat for the same target adds
 * nothing twice. Throws the calls' errors.
 */
export const addShared = async (
  shared: Shared,
  target: SharedTarget,
  options: SendOptions = {},
): Promise<{ taskId?: number; noteId?: number }> => {
  const { target: _, waits: _waits, ...unplaced } = shared
  await sharedStorage.put({ ...shared, seen: true, target })
  let owner: Awaited<ReturnType<typeof make>>
  try {
    owner = await make(shared, target, options)
  } catch (thrown) {
    // Nothing was made there, so another target is possible.
    if (isRefusal(thrown) && !isLater(thrown)) await sharedStorage.put({ ...unplaced, seen: true })
    throw thrown
  }
  for (const [n, { name, type, blob }] of shared.files.entries()) {
    const file = new File([blob], name, { type })
    const idempotencyKey = `${shared.id}.${n}`
    await call(fileCalls.upload, { planId: target.planId, file, ...owner }, { ...options, idempotencyKey }).catch(
      async (thrown) => {
        if (!isLater(thrown)) await sharedStorage.put({ ...unplaced, seen: true, target })
        throw thrown
      },
    )
  }
  await sharedStorage.remove(shared.id)
  return owner
}

const isLater = (thrown: unknown) => isPassing(thrown) || (isRefusal(thrown) && thrown.problem.status === 401)

/** One page or the service worker at a time: the others find nothing left. */
const alone = (work: () => Promise<void>): Promise<void> =>
  globalThis.navigator?.locks ? navigator.locks.request("laneway-shared", work) : work()

/** Adds what waits for a connection. What is refused waits for its person instead. Rejects where it has to be tried again later. */
export const sendShared = (userId: number, options: SendOptions = {}): Promise<void> =>
  alone(async () => {
    await eachOf(await sharedStorage.all(userId), async (shared) => {
      if (!shared.waits || !shared.target) return
      await addShared(shared, shared.target, options).catch((thrown) => {
        if (isLater(thrown)) throw thrown
      })
    })
  })

/** As `sendShared`, again and again until nothing waits; then calls back. */
export const openSharedSender = (userId: number, onSent: () => void): Sender => {
  let isSent = false
  const end = () => {
    isSent = true
    onSent()
  }
  const sender = openSender({
    next: () => (isSent ? undefined : userId),
    send: (id) => sendShared(id),
    settled: end,
    refused: end,
  })
  void sender.run()
  return sender
}
