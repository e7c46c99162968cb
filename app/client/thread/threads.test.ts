import { expect, test } from "vitest"
import type { Comment } from "~/contract/comment"
import type { LoggedEvent } from "~/contract/event-payload"
import type { Threads as Tree } from "~/contract/threads"
import type { Copy } from "../offline/copy"
import { type LoadListPage, openThreads } from "./threads"

const comment = (id: number, content = `Comment ${id}`, editedDate: string | null = null) =>
  ({ id, content, editedDate, goalId: 1, itemId: null, taskId: null }) as Comment
const treeOf = (...comments: Comment[]): Tree => ({
  goals: [
    {
      id: 1,
      name: "",
      totalCommentsCount: 0,
      comments: comments.slice(0, 1),
      items: [
        {
          id: 2,
          topic: "",
          totalCommentsCount: 0,
          comments: comments.slice(1, 2),
          tasks: [{ id: 3, description: "", comments: comments.slice(2) }],
        },
      ],
    },
  ],
})
const event = (name: string, data: unknown) => ({ event: name, payload: { data } }) as LoggedEvent

/** A server whose pages the test hands out. */
const openServer = (copy?: Copy<readonly Comment[]>) => {
  const asked: {
    before: number | undefined
    answer(tree: Tree, next?: number): Promise<void>
    fail(): Promise<void>
  }[] = []
  const load: LoadListPage = (before) =>
    new Promise((resolve, reject) => {
      const soon = () => new Promise<void>((done) => setTimeout(done))
      asked.push({
        before,
        answer: (rows, next) => {
          resolve({ rows, next })
          return soon()
        },
        fail: () => {
          reject(new Error("offline"))
          return soon()
        },
      })
    })
  const threads = openThreads(load, copy)
  const shown = () => [...threads.state.get().comments.values()].map(({ content }) => content).sort()
  return { asked, threads, shown }
}

test("pages are merged by id, and each shows as it arrives", async () => {
  const { asked, threads, shown } = openServer()
  expect(threads.state.get().loading).toBe(true)
  threads.load()
  await asked[0]?.answer(treeOf(comment(9), comment(8), comment(7)), 7)
  expect(shown()).toEqual(["Comment 7", "Comment 8", "Comment 9"])
  expect(asked[1]?.before).toBe(7)
  await asked[1]?.answer(treeOf(comment(7), comment(6)))
  expect(shown()).toEqual(["Comment 6", "Comment 7", "Comment 8", "Comment 9"])
  expect(threads.state.get()).toMatchObject({ loading: false, failed: false })
})

test("comments of others appear, change and disappear; unrelated events change nothing", async () => {
  const { asked, threads, shown } = openServer()
  threads.load()
  await asked[0]?.answer(treeOf(comment(1), comment(2)))
  threads.receive(event("TaskCommentAdded", comment(3)))
  threads.receive(event("CommentUpdated", comment(1, "Edited", "2026-01-02T00:00:00.000Z")))
  threads.receive(event("CommentDeleted", { id: 2 }))
  threads.receive(event("NoteDeleted", { id: 3 }))
  expect(shown()).toEqual(["Comment 3", "Edited"])
  // The event of an earlier edit comes after the answer to a later one.
  threads.receive(event("CommentUpdated", comment(1, "Earlier", "2026-01-01T00:00:00.000Z")))
  expect(shown()).toEqual(["Comment 3", "Edited"])
  expect(asked).toHaveLength(1)
})

test("changes made while pages load are not undone by them", async () => {
  const { asked, threads, shown } = openServer()
  threads.load()
  await asked[0]?.answer(treeOf(comment(9)), 9)
  threads.receive(event("GoalCommentAdded", comment(10)))
  threads.receive(event("CommentDeleted", { id: 8 }))
  threads.receive(event("CommentUpdated", comment(7, "Edited", "2026-01-02T00:00:00.000Z")))
  await asked[1]?.answer(treeOf(comment(8), comment(7)))
  expect(shown()).toEqual(["Comment 10", "Comment 9", "Edited"])
})

test("a reload drops what is gone, and repeats for events that arrived during it", async () => {
  const { asked, threads, shown } = openServer()
  threads.load()
  await asked[0]?.answer(treeOf(comment(1), comment(2)))
  threads.receive(undefined)
  // Too large for an event.
  threads.receive(event("CommentUpdated", null))
  expect(asked).toHaveLength(2)
  await asked[1]?.answer(treeOf(comment(2)))
  expect(shown()).toEqual(["Comment 2"])
  expect(asked).toHaveLength(3)
  await asked[2]?.answer(treeOf(comment(2, "Large")))
  expect(shown()).toEqual(["Large"])
  expect(asked).toHaveLength(3)
})

test("a failed load is reported, leaves the shown comments, and can be repeated", async () => {
  const { asked, threads, shown } = openServer()
  threads.load()
  await asked[0]?.answer(treeOf(comment(2)), 2)
  await asked[1]?.fail()
  expect(threads.state.get()).toMatchObject({ loading: false, failed: true })
  expect(shown()).toEqual(["Comment 2"])
  threads.load()
  expect(threads.state.get()).toMatchObject({ loading: true, failed: false })
  await asked[2]?.answer(treeOf(comment(2), comment(1)))
  expect(shown()).toEqual(["Comment 1", "Comment 2"])
})

test("this browser's copy shows until the answer, also without one, and is then replaced", async () => {
  const stored: Comment[][] = []
  const copy = {
    recall: async () => [comment(1, "As it was"), comment(2, "Deleted since")],
    keep: (comments: readonly Comment[]) => void stored.push([...comments]),
    forget: () => {},
  }
  const { asked, threads, shown } = openServer(copy)
  threads.load()
  await expect.poll(() => shown()).toEqual(["As it was", "Deleted since"])
  await asked[0]?.fail()
  expect(shown()).toEqual(["As it was", "Deleted since"])
  expect(threads.state.get()).toMatchObject({ failed: true, loading: false })
  threads.load()
  await asked[1]?.answer(treeOf(comment(1, "As it is")))
  expect(shown()).toEqual(["As it is"])
  expect(stored.at(-1)).toMatchObject([{ content: "As it is" }])
})
