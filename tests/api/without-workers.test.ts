// What a host without workers refuses, so that one caller's file doesn't keep it from answering the others.

import { zipSync } from "fflate"
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest"
import { aiCalls } from "~/contract/ai"
import { planCalls } from "~/contract/plan"
import { openWorkerJobs } from "~/domain/core/worker.server"
import { type Api, type Caller, openApi } from "../support/api/api.ts"

let api: Api
let ada: Caller

beforeAll(async () => {
  api = await openApi()
  ada = await api.person()
})
afterAll(() => api.close())

test("zips, documents and files over a mebibyte are refused in plain words; small ones are read", async () => {
  openWorkerJobs(true)
  onTestFinished(() => openWorkerJobs())
  const plan = (name: string) => `{"format":"laneway-plan","version":1,"name":${JSON.stringify(name)},"goals":[]}`
  const imported = (bytes: BlobPart, name: string) => {
    const form = new FormData()
    form.set("file", new File([bytes], name))
    return api.call<{ message: string }>("POST", "/api/Plan/import", { as: ada, form })
  }
  const small = await imported(plan("Harbour"), "plan.json")
  expect(small.status).toBe(201)
  const zip = zipSync({ "plan.json": new TextEncoder().encode(plan("Harbour")) })
  const planId = (small.body as unknown as { id: number }).id
  for (const { status, text } of [
    await imported(`${plan("Harbour")}${" ".repeat(1_100_000)}`, "plan.json"),
    await imported(zip as Uint8Array<ArrayBuffer>, "plan.zip"),
    await api.send(aiCalls.boardPlannerWithFiles, { planId, files: [new File(["# Quay"], "a.docx")] }, { as: ada }),
  ])
    expect([status, text]).toEqual([413, expect.stringContaining("This server has no workers for large files")])
  const exported = await api.send(planCalls.export, { planId, format: "json" }, { as: ada })
  expect(exported.status).toBe(200)
})
