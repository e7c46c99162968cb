import * as z from "zod/mini"
import { before, entityPath, id, idText, text, time } from "~/contract/fields/field"
import { limits } from "~/contract/shared/bounds"
import { del, get, post, put, resource } from "./call"

export const prompt = z.object({
  id: z.number(),
  planId: z.nullable(z.number()),
  name: z.string(),
  text: z.string(),
  createdDate: time,
  modifiedDate: time,
})
export type Prompt = z.output<typeof prompt>

const name = text(limits.name).check(z.refine((value) => value.trim() !== "", { error: "Enter a name." }))
const body = text(limits.description)

export const promptCalls = resource({
  list: get("/api/Prompt", {
    summary: "Your prompts and those of your plans; with planId your own and that plan's.",
    access: "user",
    inPlan: "takePart",
    query: z.object({ planId: z.optional(idText), before }),
    paged: true,
    answer: z.array(prompt),
  }),
  get: get("/api/Prompt/:id", { summary: "One prompt.", access: "user", params: entityPath, answer: prompt }),
  create: post("/api/Prompt", {
    summary: "Keeps a prompt of your own, or (planId, admins) of the plan.",
    access: "user",
    inPlan: "changePlan",
    body: z.object({ name, text: body, planId: z.optional(z.nullable(id)) }),
    answer: prompt,
    status: 201,
  }),
  update: put("/api/Prompt/:id", {
    summary: "Changes the fields sent: your own prompt, or as an admin the plan's.",
    access: "user",
    inPlan: "changePlan",
    params: entityPath,
    body: z.object({ name: z.optional(name), text: z.optional(body) }),
    answer: prompt,
  }),
  remove: del("/api/Prompt/:id", {
    summary: "Deletes your own prompt, or as an admin the plan's.",
    access: "user",
    inPlan: "changePlan",
    params: entityPath,
    status: 204,
  }),
})
