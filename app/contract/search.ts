import * as z from "zod/mini"
import { idText } from "~/contract/fields/field"
import { get, resource } from "./call"
import { comment } from "./comment"
import { file } from "./file"
import { goal } from "./goal"
import { item } from "./item"
import { limitText, note } from "./note"
import { task } from "./task"

export const entityTypes = ["goals", "items", "tasks", "comments", "notes", "files"] as const
export type EntityType = (typeof entityTypes)[number]

/** HTML of escaped text and <mark>. */
const snippet = { snippet: z.string() }

export const searchHits = z.object({
  goals: z.array(z.extend(goal, snippet)),
  items: z.array(z.extend(item, snippet)),
  tasks: z.array(z.extend(task, snippet)),
  comments: z.array(z.extend(comment, snippet)),
  notes: z.array(z.extend(note, snippet)),
  files: z.array(z.extend(file, snippet)),
  /** The search reached its time limit, or texts changed just now are still being indexed: more may match. */
  incomplete: z.optional(z.literal(true)),
})
export type SearchHits = z.output<typeof searchHits>

const isType = (name: string): name is EntityType => (entityTypes as readonly string[]).includes(name)

const typesText = z.pipe(
  z.string().check(
    z.maxLength(200),
    z.refine((value) => value.split(",").every((name) => name.trim() === "" || isType(name.trim().toLowerCase())), {
      error: `is a list of ${entityTypes.join(", ")}, with commas.`,
    }),
  ),
  z.transform((value): EntityType[] => {
    const named = value
      .split(",")
      .map((name) => name.trim().toLowerCase())
      .filter(isType)
    return named.length > 0 ? named : [...entityTypes]
  }),
)

export const searchText = z.string().check(z.maxLength(2_000, { error: "Search for less than 2,000 characters." }))

export const searchCalls = resource({
  search: get("/api/Search", {
    summary:
      "What of the plan says it: words, their beginnings, words like them. Best first, then newest; up to `limit` of each type.",
    access: "readBoard",
    rate: "search",
    query: z.object({ planId: idText, q: searchText, limit: limitText(50), types: z.optional(typesText) }),
    answer: searchHits,
  }),
  suggestions: get("/api/Search/suggestions", {
    summary: "Names in the plan that the search would find.",
    access: "readBoard",
    rate: "search",
    query: z.object({ planId: idText, q: searchText, limit: limitText(50) }),
    answer: z.array(z.object({ text: z.string(), kind: z.enum(entityTypes), id: z.number() })),
  }),
  entityTypes: get("/api/Search/entity-types", {
    summary: "The types a search may be of.",
    access: "userOrKey",
    answer: z.array(z.string()),
  }),
})
