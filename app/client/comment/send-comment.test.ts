import { expect, test } from "vitest"
import type { Comment } from "~/contract/comment"
import type { FileEntry } from "~/contract/file"
import { type CommentSteps, sendComment } from "./send-comment"

type Attached = { name: string; broken?: boolean }

const steps = (filesFirst: boolean, more: Partial<CommentSteps<Attached>> = {}) => {
  const told: string[] = []
  const comment = (id: number, content: string) => ({ id, content }) as Comment
  const given: CommentSteps<Attached> = {
    filesFirst,
    upload: async ({ name, broken }, commentId) => {
      told.push(`upload ${name} ${commentId ?? "card"}`)
      if (broken) throw new Error("storage is down")
      return { planId: 3, uniqueFileName: `u-${name}`, friendlyName: name } as FileEntry
    },
    add: (content) => {
      told.push(`add ${content}`)
      return { answer: async () => comment(5, content), giveUp: () => void told.push("give up") }
    },
    change: async (id, content) => {
      told.push(`change ${content}`)
      return comment(id, content)
    },
    remove: async (id) => void told.push(`remove ${id}`),
    ...more,
  }
  return { told, given }
}

const line = (name: string) => `![file](laneway-file:3:u-${name}:${name})`

test("files are attached to the card, then the comment names them", async () => {
  const { told, given } = steps(true)
  const { sent, notSent } = await sendComment("See", [{ name: "a" }, { name: "b" }], given)
  expect(told).toEqual(["upload a card", "upload b card", `add See\n${line("a")}\n${line("b")}`])
  expect([sent, notSent]).toEqual([true, []])
})

test("a file that waits for a connection by itself is neither named by the comment nor missing", async () => {
  const { told, given } = steps(true, { upload: async () => undefined })
  expect(await sendComment("See", [{ name: "a" }], given)).toEqual({ sent: true, notSent: [] })
  expect(told).toEqual(["add See"])
  expect(await sendComment("", [{ name: "a" }], given)).toEqual({ sent: false, notSent: [] })
})

test("the comment is sent without a file that cannot be uploaded", async () => {
  const { told, given } = steps(true)
  const { notSent } = await sendComment("See", [{ name: "a", broken: true }, { name: "b" }], given)
  expect(told.at(-1)).toBe(`add See\n${line("b")}`)
  expect(notSent).toEqual([{ name: "a", broken: true }])
})

test("a comment that consists only of files that cannot be uploaded is not sent", async () => {
  for (const filesFirst of [true, false]) {
    const { told, given } = steps(filesFirst)
    const { sent, notSent } = await sendComment(" ", [{ name: "a", broken: true }], given)
    expect(sent).toBe(false)
    expect(notSent).toHaveLength(1)
    expect(told.at(-1)).toBe(filesFirst ? "upload a card" : "remove 5")
  }
})

test("files that the card doesn't accept are attached to the comment, which then names them", async () => {
  const { told, given } = steps(false)
  await sendComment("", [{ name: "a" }], given)
  expect(told).toEqual(["add a", "upload a 5", `change ${line("a")}`])
})

test("a comment whose update with the file names fails stays, and is not sent twice", async () => {
  const { told, given } = steps(false, { change: async () => Promise.reject(new Error("no connection")) })
  expect(await sendComment("See", [{ name: "a" }], given)).toEqual({ sent: true, notSent: [] })
  expect(told).toEqual(["add See", "upload a 5"])
})

test("a postponed comment stays queued without its files; without text it is discarded", async () => {
  const told: string[] = []
  const add = () => ({ answer: async () => undefined, giveUp: () => void told.push("give up") })
  const { given } = steps(false, { add })
  expect(await sendComment("See", [{ name: "a" }], given)).toEqual({ sent: true, notSent: [{ name: "a" }] })
  expect(told).toEqual([])
  expect(await sendComment(" ", [{ name: "a" }], given)).toEqual({ sent: false, notSent: [{ name: "a" }] })
  expect(told).toEqual(["give up"])
})
