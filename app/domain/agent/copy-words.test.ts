// Copying a card by words, in English and German.
import { expect, test } from "vitest"
import { actor, copy } from "../../../tests/support/model/agent-plan"
import { offline } from "./offline.server"

const asked = async (request: string) =>
  (await offline(actor, copy, { request, timeZone: "UTC" })).changes?.map(({ op, entity, ref, fields }) => ({
    op,
    entity,
    ref,
    fields,
  }))

test.each([
  'Copy the task "Book the heritage office slot"',
  "duplicate Book the heritage office slot",
  "Kopiere die Aufgabe „Book the heritage office slot“",
  "die Aufgabe „Book the heritage office slot“ duplizieren",
])("%s", async (request) => {
  const [change, ...others] = (await asked(request)) ?? []
  expect(others).toEqual([])
  expect(change).toMatchObject({
    op: "create",
    entity: "task",
    fields: { description: "Book the heritage office slot", itemId: expect.any(Number) },
  })
})

test("an action is copied with its open tasks, and the copy can be named after that", async () => {
  const changes = (await asked('Copy the action "Permit package for Old Town"\nRename it to "Second package"')) ?? []
  const [made, ...tasks] = changes
  expect(made).toMatchObject({ op: "create", entity: "item", ref: "new-1", fields: { topic: "Second package" } })
  expect(tasks.length).toBeGreaterThan(0)
  for (const task of tasks) {
    expect(task).toMatchObject({ op: "create", entity: "task", fields: { itemId: "new-1" } })
    expect(task.fields).not.toMatchObject({ type: 2 })
  }
})
