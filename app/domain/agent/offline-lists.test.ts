// Requests without a model about labels and about what cards wait for, in English and German.
import { expect, test } from "vitest"
import type { BoardCards } from "~/rules/agent/working-copy"
import { actor, goals, items, people, task } from "../../../tests/support/model/agent-plan"
import { copyOf } from "../../../tests/support/model/agent-said"
import { offline } from "./offline.server"

const label = (id: number, name: string) => ({ id, planId: 7, name, color: "#d3395d", order: id })
const cards: BoardCards = {
  planId: 7,
  labels: [label(1, "Urgent"), label(2, "Field work")],
  goals,
  items,
  tasks: [
    task(21, "Header", 11),
    task(22, "Footer", 11, { blockedByIds: [21], labelIds: [2] }),
    task(23, "Write report", 12),
  ],
  members: people,
}

/** The fields of what is proposed, by the card's id; or what is asked, with its choices. */
const said = async (request: string) => {
  const planned = await offline(actor, copyOf(cards), { request, timeZone: "Europe/Berlin" })
  if (planned && "changes" in planned && planned.changes)
    return planned.changes.map(({ id, ref, fields }) => [id ?? ref, fields])
  return planned && "text" in planned ? [planned.text, planned.choices?.map(({ label }) => label)] : planned
}

test.each([
  ["Write report is blocked by Header", [[23, { blockedByIds: [21] }]]],
  ["Write report waits for Header", [[23, { blockedByIds: [21] }]]],
  ["The task Write report depends on Header", [[23, { blockedByIds: [21] }]]],
  ["Footer waits for Write report", [[22, { blockedByIds: [21, 23] }]]],
  ["Footer no longer waits for Header", [[22, { blockedByIds: [] }]]],
  ["Footer is no longer blocked by Header", [[22, { blockedByIds: [] }]]],
  ["Write report wartet auf Header", [[23, { blockedByIds: [21] }]]],
  ["Footer wartet nicht mehr auf Header", [[22, { blockedByIds: [] }]]],
  ["Write report ist durch Header blockiert", [[23, { blockedByIds: [21] }]]],
  ["Budget waits for Old contract", [[14, { blockedByIds: [16] }]]],
  ["Label Footer as urgent", [[22, { labelIds: [2, 1] }]]],
  ["Add the label Field work to Header", [[21, { labelIds: [2] }]]],
  ["Remove the label field work from Footer", [[22, { labelIds: [] }]]],
  ["Kennzeichne Header als Urgent", [[21, { labelIds: [1] }]]],
  ["Füge das Label Urgent zu Header hinzu", [[21, { labelIds: [1] }]]],
  ["Entferne das Label Field work von Footer", [[22, { labelIds: [] }]]],
  [
    "Label Header as urgent and label it with Field work",
    [
      [21, { labelIds: [1] }],
      [21, { labelIds: [1, 2] }],
    ],
  ],
])("%s", async (request, expected) => {
  expect(await said(request)).toEqual(expected)
})

test("an unknown label is said as such, with the plan's labels as choices, and creates none", async () => {
  expect(await said("Label Header as urgnt")).toEqual([
    'There is no label "urgnt". Labels are Urgent, Field work.',
    ["Urgent", "Field work"],
  ])
})

test("a card waits for cards of its kind, by name, or it is asked which", async () => {
  const [ask] = (await said("Header waits for Budget")) as [string]
  expect(ask).toContain('I can’t find the task "Budget" in this plan.')
})
