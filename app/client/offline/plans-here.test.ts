import { afterEach, expect, test } from "vitest"
import type { Board } from "~/contract/plan"
import { browserDatabase } from "../../../tests/support/browser/browser-database"
import { forgetEverything, keepAnswer, keepBoard } from "../outbox/browser-database"
import { plansHere } from "./plans-here"

browserDatabase()
afterEach(() => forgetEverything())

const board = (id: number, lastEdit: string) =>
  ({
    seq: 1,
    plan: { id, name: `Plan ${id}`, lastEdit },
    goals: [],
    items: [],
    tasks: [],
    members: [],
  }) as unknown as Board

test("without a copy, My Plans lists the plans whose boards were opened in this browser", async () => {
  expect(await plansHere(1)).toBeUndefined()
  await keepBoard(1, board(7, "2026-01-01T00:00:00.000Z"))
  expect(await plansHere(1)).toBeUndefined()
  await keepAnswer(1, "board", { user: { id: 1, userName: "Ada" } })
  await keepBoard(1, board(8, "2026-02-01T00:00:00.000Z"))
  await keepBoard(2, board(9, "2026-03-01T00:00:00.000Z"))
  expect(await plansHere(1)).toMatchObject({
    user: { id: 1, userName: "Ada" },
    plans: [{ id: 8 }, { id: 7 }],
    invitations: [],
    isPart: true,
  })
  expect(await plansHere(2)).toBeUndefined()
})
