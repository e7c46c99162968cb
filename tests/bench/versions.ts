// measureVersions(bench): saving a version of a large plan, and restoring it after everything was deleted.
import type { Goal } from "~/contract/goal"
import type { PlanVersion } from "~/contract/plan-version"
import type { Task } from "~/contract/task"
import type { Bench } from "./bench.ts"
import { openLoad } from "./load.ts"
import type { BenchBoard, BenchPerson } from "./seed.ts"

export const measureVersions = async ({ figures, product, boards, people }: Bench) => {
  const { cookie } = people[0] as BenchPerson
  const { planId, tasks } = boards.get(10_000) as BenchBoard
  const load = openLoad(product.url, 1)
  const call = async <T>(method: "GET" | "POST" | "DELETE", path: string, body?: object) => {
    const began = performance.now()
    const { bytes } = await load.send({ method, path, cookie, ...(body ? { body } : {}) })
    return {
      took: performance.now() - began,
      answer: (bytes.length > 0 ? JSON.parse(bytes.toString()) : undefined) as T,
    }
  }
  const kept = await call<PlanVersion>("POST", `/api/Plan/${planId}/snapshot`, {})
  figures.atMost("Keep a version of 10,000 tasks", "ms", kept.took)
  const { answer: goals } = await call<Goal[]>("GET", `/api/Goal/plan/${planId}`)
  for (const { id } of goals) await call("DELETE", `/api/Goal/${id}?planId=${planId}`)
  const restored = await call("POST", `/api/Plan/${planId}/restore/${kept.answer.id}`)
  figures.atMost("Restore a version of 10,000 tasks, all deleted since", "ms", restored.took, 3_000)
  const { answer: back } = await call<Task[]>("GET", `/api/Task/plan/${planId}`)
  if (back.length !== tasks) throw new Error(`${back.length} of ${tasks} tasks came back.`)
  load.close()
}
