import { isRefusal } from "~/contract/problem"
import { type EntityType, entityTypes, type SearchHits, type searchCalls } from "~/contract/search"
import { keepWordsOf, type Scored, searchFor } from "~/database/search.server"
import { type Actor, callerName, type Handlers } from "~/domain/core/actor"
import { readAs } from "~/domain/core/admission.server"
import { createTurns } from "~/domain/core/turns.server"
import { inWorker } from "~/domain/core/worker.server"
import { mostOf } from "~/domain/limits/limits.server"
import { nameInALine } from "~/rules/line-name"
import { snippetOf } from "~/rules/snippet"
import { plainText } from "~/rules/text-parts"

const labelsFound = (row: object) => (row as { labelNames?: string[] }).labelNames ?? []

/** The text that a snippet is taken from, the name first. */
const textOf: { [Type in EntityType]: (row: Scored[Type][number]) => string } = {
  goals: ({ name, description, explanation }) => [name, description, explanation].filter(Boolean).join(" · "),
  items: ({ topic, description, ...row }) => [topic, description, ...labelsFound(row)].filter(Boolean).join(" · "),
  tasks: ({ description, ...row }) => [description, ...labelsFound(row)].join(" · "),
  comments: ({ content }) => plainText(content),
  notes: ({ title, content }) => [title, content].filter(Boolean).join(" · "),
  files: ({ friendlyName }) => friendlyName,
}

const nameOf: { [Type in EntityType]?: (row: Scored[Type][number]) => string } = {
  goals: ({ name }) => name,
  items: ({ topic, description }) => (topic.trim() === "" ? description : topic),
  tasks: ({ description }) => description,
  notes: ({ title }) => title,
  files: ({ friendlyName }) => friendlyName,
}

type Wanted = { planId: number; q: string; limit: number; types?: readonly EntityType[]; noteType?: number | null }

type Hits = Scored & { incomplete: boolean }

const find = async (actor: Actor, { planId, q, limit, types = entityTypes, noteType }: Wanted): Promise<Hits> => {
  // Postgres texts have no NUL, and a lone surrogate matches nothing.
  const text = q.replace(/\p{Cc}|\p{Surrogate}/gu, " ")
  const search = () => readAs(actor, planId, searchFor, { q: text, types, limit, noteType: noteType ?? null })
  const { hits, incomplete, labelled } = await inTurn(callerName(actor), async () => {
    const found = await search()
    if (!found.due || found.incomplete) return found
    await keepWordsOf(planId, mostOf("search_index_ms"))
    const again = await search()
    return { ...again, incomplete: again.incomplete || again.due }
  })
  const all: Scored = { goals: [], items: [], tasks: [], comments: [], notes: [], files: [], ...hits }
  for (const type of ["items", "tasks"] as const) {
    const rows: { id: number; score: number }[] = all[type]
    const known = new Set(rows.map(({ id }) => id))
    const more = labelled[type].filter(({ id }) => !known.has(id)).map((row) => ({ ...row, score: 0 }))
    Object.assign(all, { [type]: [...rows, ...more].slice(0, limit) })
  }
  return { ...all, incomplete }
}

/** So that a caller's searches leave a connection to others. */
const inTurn = createTurns({ most: 10, what: "searches", retryAfter: 2 })

/** Past this, snippets are made in a worker. */
const fewLetters = 20_000

/** A busy worker, or texts that take it too long, leave the texts' beginnings. */
const snippetsOf = async (actor: Actor, texts: string[], q: string): Promise<string[]> => {
  const letters = texts.reduce((sum, text) => sum + text.length, 0)
  if (letters <= fewLetters) return texts.map((text) => snippetOf(text, q))
  return inWorker(actor, "snippets", texts, q).catch((thrown: unknown) => {
    if (!isRefusal(thrown)) throw thrown
    return texts.map((text) => snippetOf(text.slice(0, 300), ""))
  })
}

const withSnippets = (hits: Scored, snippets: string[]) => {
  let at = 0
  const withSnippet = <Row extends { score: number; labelNames?: string[] }>(rows: Row[]) =>
    rows.map(({ score, labelNames, ...row }) => ({ ...row, snippet: snippets[at++] ?? "" }))
  return Object.fromEntries(
    entityTypes.map((type) => [type, withSnippet(hits[type] as { score: number }[])]),
  ) as unknown as SearchHits
}

/** The notes that match, best first, as the list answers them. */
export const searchNotes = async (actor: Actor, wanted: Omit<Wanted, "types">) =>
  (await find(actor, { ...wanted, types: ["notes"] })).notes.map(({ score, ...note }) => note)

export const searches: Handlers<typeof searchCalls> = {
  search: async (actor, { planId, q, limit = 50, types }) => {
    const hits = await find(actor, { planId, q, limit, ...(types ? { types } : {}) })
    const textIn = textOf as Record<EntityType, (row: unknown) => string>
    const texts = entityTypes.flatMap((type) => hits[type].map((row) => textIn[type](row)))
    return {
      ...withSnippets(hits, await snippetsOf(actor, texts, q)),
      ...(hits.incomplete ? { incomplete: true as const } : {}),
    }
  },
  suggestions: async (actor, { planId, q, limit = 10 }) => {
    const types = entityTypes.filter((type) => type !== "comments")
    const hits = await find(actor, { planId, q, limit, types })
    const named = types.flatMap((kind) => {
      const name = nameOf[kind] as (row: unknown) => string
      return hits[kind].map((row) => ({ text: nameInALine(name(row), 120), kind, id: row.id, score: row.score }))
    })
    const seen = new Set<string>()
    return named
      .sort((one, other) => other.score - one.score)
      .filter(({ text, kind }) => text !== "" && !seen.has(`${kind} ${text}`) && seen.add(`${kind} ${text}`))
      .slice(0, limit)
      .map(({ score, ...suggestion }) => suggestion)
  },
  entityTypes: async () => [...entityTypes],
}
