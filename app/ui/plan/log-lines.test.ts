import { expect, test } from "vitest"
import type { AuditEntry } from "~/contract/audit"
import { logLines } from "./log-lines"

let id = 100
const entry = (createdDate: string, action: string, more: Partial<AuditEntry> = {}): AuditEntry => ({
  id: id--,
  entityType: "task",
  entityId: 1,
  action,
  message: `${action} ${createdDate}`,
  createdDate,
  createdBy: { id: 1, userName: "Ada & Co" },
  agent: null,
  via: "web",
  ...more,
})

test("respaced cards share one line, or none beside the moved card's line", () => {
  const lines = logLines([
    entry("9", "reorder"),
    entry("9", "update"),
    entry("9", "reorder"),
    entry("8", "reorder"),
    entry("8", "reorder"),
    entry("7", "reorder"),
    entry("7", "reorder", { createdBy: { id: 2, userName: "Ben" } }),
    entry("6", "create"),
    entry("6", "update"),
  ])
  expect(lines.map(({ message }) => message)).toEqual([
    "update 9",
    "<b>Ada &#38; Co</b> changed the order of 2 tasks",
    "reorder 7",
    "reorder 7",
    "create 6",
    "update 6",
  ])
  expect(lines.map(({ since }) => since)).toEqual([98, 96, 95, 94, 92, 92])
  expect(logLines([])).toEqual([])

  const moved = logLines([
    entry("5", "reorder", { agent: "R&D" }),
    entry("5", "reorder", { agent: "R&D" }),
    entry("5", "update"),
  ])
  expect(moved.map(({ message }) => message)).toEqual([
    "<b>R&#38;D</b> for <b>Ada &#38; Co</b> changed the order of 2 tasks",
    "update 5",
  ])
})
