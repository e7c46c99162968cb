// Labels that one person deletes while another one, without a connection, puts them on cards.
import { expect, test } from "vitest"
import { comparable, seeded } from "../../../tests/support/model/board-checks"
import { modelTab } from "../../../tests/support/model/model-tab"

test("a label that was deleted while a tab without a connection put it on cards is on none, and the tab's other changes stay", async () => {
  const plan = seeded()
  const [tab, other] = [modelTab(plan, "mine"), modelTab(plan, "other")]
  const [label] = plan.views().labels
  const [task] = plan.views().tasks
  if (!label || !task) throw new Error("The plan has no label and task.")
  tab.mutate("task.update", { id: task.id, labelIds: [label.id] })
  tab.mutate("task.update", { id: task.id, description: "Changed too" })
  expect(tab.store.task(task.id)?.labelIds).toEqual([label.id])
  plan.call("label.remove", { id: label.id })
  while (tab.queue.length > 0) {
    tab.send()
    await tab.receive()
  }
  for (const each of [tab, other]) {
    await each.rest()
    expect(each.store.label(label.id)).toBeUndefined()
    expect(each.store.task(task.id)).toMatchObject({
      description: "Changed too",
      labelIds: task.labelIds.filter((id) => id !== label.id),
    })
    const snapshot = each.store.snapshot()
    expect(snapshot && comparable(snapshot)).toEqual(comparable(plan.board()))
  }
})
