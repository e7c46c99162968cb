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
    add: async (content) => {
      told.push(`add ${content}`)
      return comment(5, content)
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

test("files are put on the card, then the note names them", async () => {
  const { told, given } = steps(true)
  const { comment, notSent } = await sendComment("See", [{ name: "a" }, { name: "b" }], given)
  expect(told).toEqual(["upload a card", "upload b card", `add See\n${line("a")}\n${line("b")}`])
  expect([comment?.id, notSent]).toEqual([5, []])
})

test("the note is sent without a file that cannot be", async () => {
  const { told, given } = steps(true)
  const { notSent } = await sendComment("See", [{ name: "a", broken: true }, { name: "b" }], given)
  expect(told.at(-1)).toBe(`add See\n${line("b")}`)
  expect(notSent).toEqual([{ name: "a", broken: true }])
})

test("a note of nothing but files that cannot be sent is not sent", async () => {
  for (const filesFirst of [true, false]) {
    const { told, given } = steps(filesFirst)
    const { comment, notSent } = await sendComment(" ", [{ name: "a", broken: true }], given)
    expect(comment).toBeUndefined()
    expect(notSent).toHaveLength(1)
    expect(told.at(-1)).toBe(filesFirst ? "upload a card" : "remove 5")
  }
})

test("where the card takes no files they are put on the note, which names them then", async () => {
  const { told, given } = steps(false)
  await sendComment("", [{ name: "a" }], given)
  expect(told).toEqual(["add a", "upload a 5", `change ${line("a")}`])
})

test("a note whose files could not be named stays as it is, and is not sent twice", async () => {
  const { given } = steps(false, { change: async () => Promise.reject(new Error("no connection")) })
  const { comment } = await sendComment("See", [{ name: "a" }], given)
  expect(comment?.content).toBe("See")
})

test("a note that is refused throws what refused it", async () => {
  const { given } = steps(true, { add: async () => Promise.reject(new Error("too long")) })
  await expect(sendComment("See", [], given)).rejects.toThrow("too long")
})
