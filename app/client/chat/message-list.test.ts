import { expect, test } from "vitest"
import type { Message } from "~/contract/message"
import { hasUnread, isRead, readBy, stillUnsent, type Unsent, withMessages, withoutMessage } from "./message-list"

const said = (id: number, senderId: number, content = `Message ${id}`, readByUserIds = [senderId]): Message => ({
  id,
  conversationId: 1,
  senderId,
  sender: { userName: `Person ${senderId}` },
  content,
  sentAt: new Date(id * 1_000).toISOString(),
  readByUserIds,
  deleted: false,
})
const tried = (key: string, content: string, state: Unsent["state"] = "failed"): Unsent => ({
  key,
  content,

  state,
})

test("each message is listed once and by age, regardless of how often and in which order they arrive", () => {
  const [a, b, c] = [said(1, 7), said(2, 8), said(3, 7)]
  const list = withMessages(withMessages(withMessages([], [c]), [a, b]), [b, c, a])
  expect(list.map(({ id }) => id)).toEqual([1, 2, 3])
})

test("an older answer does not mark messages as unread again", () => {
  const read = readBy(withMessages([], [said(1, 7), said(2, 8)]), 8)
  expect(withMessages(read, [said(1, 7)])[0]?.readByUserIds).toEqual([7, 8])
  expect(readBy(read, 8)).toBe(read)
})

test("messages that arrive while earlier ones are being read stay unread", () => {
  const list = withMessages([], [said(1, 7), said(2, 7)])
  expect(readBy(list, 8, 1).map(({ readByUserIds }) => readByUserIds)).toEqual([[7, 8], [7]])
})

test("a message is read when another person has read it; only other people's messages are unread", () => {
  expect(isRead(said(1, 7))).toBe(false)
  expect(isRead(said(1, 7, "", [7, 8]))).toBe(true)
  expect(hasUnread([said(1, 7)], 7)).toBe(false)
  expect(hasUnread([said(1, 7)], 8)).toBe(true)
  expect(hasUnread(readBy([said(1, 7)], 8), 8)).toBe(false)
})

test("each arrived message removes one unsent message with its text", () => {
  const unsent = [tried("a", "Yes"), tried("b", "Yes"), tried("c", "No"), tried("d", "Yes", "waiting")]
  expect(stillUnsent(unsent, [said(9, 7, "Yes")], 7).map(({ key }) => key)).toEqual(["b", "c", "d"])
  expect(stillUnsent(unsent, [said(9, 8, "Yes")], 7)).toBe(unsent)
  const thrice = [9, 10, 11].map((id) => said(id, 7, "Yes"))
  // A message that was never tried can't have arrived.
  expect(stillUnsent(unsent, thrice, 7).map(({ key }) => key)).toEqual(["c", "d"])
})

test("a deleted message loses its text, is not unread, and stays deleted when an older answer has it", () => {
  const list = withoutMessage([said(1, 1), said(2, 2)], 2)
  expect(list.map(({ content, deleted }) => [content, deleted])).toEqual([
    ["Message 1", false],
    ["", true],
  ])
  expect(hasUnread(list, 1)).toBe(false)
  expect(withMessages(list, [said(2, 2)])).toEqual(list)
})
