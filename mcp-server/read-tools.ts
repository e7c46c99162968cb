// Tools that read a plan: its board, one card, its notes, log, people and files.
import { logPageRows } from "~/contract/audit"
import { fileCalls } from "~/contract/file"
import { goalCalls } from "~/contract/goal"
import { itemCalls } from "~/contract/item"
import { noteCalls } from "~/contract/note"
import { planCalls } from "~/contract/plan"
import { invalid, notFound, refusal } from "~/contract/problem"
import { textOfHtml } from "~/contract/shared/html"
import { taskCalls } from "~/contract/task"
import { fileById, textOfFile } from "~/domain/agent/read-file.server"
import { viewsLine } from "~/domain/agent/view-tasks.server"
import { activityOf } from "~/domain/audit.server"
import type { Actor } from "~/domain/core/actor"
import { makeCall } from "~/domain/core/handlers.server"
import { downloadUrl } from "~/domain/file.server"
import { cutTexts, fitting, moreFollows, pageOfText } from "./answers"
import { boardPart, boardText, withLinks } from "./board-part"
import { cardText, commentLines, linked, linkOf, noteLinked, noteText, nouns, planUrl } from "./card-text"
import { copyOf, names, type Runners } from "./named"

export const idIn = (cursor: string | undefined) => {
  if (cursor === undefined) return undefined
  if (!/^[1-9]\d{0,14}$/.test(cursor)) throw invalid("cursor", "Send cursor as the last answer had it.")
  return Number(cursor)
}

/** A page of a list of the contract, which continues after a row's id. */
const page = async <Row extends { id: number }>(
  actor: Actor,
  cursor: string | undefined,
  read: (actor: Actor, before: number | undefined) => Promise<Row[]>,
) => {
  const caused: NonNullable<Actor["caused"]> = {}
  const rows = await read({ ...actor, caused }, idIn(cursor))
  return { rows, next: caused.next ?? null }
}

/** Of the page's rows, with a line for each, what one answer holds. */
const partOf = <Row extends { id: number }>(
  tool: string,
  { rows, next }: { rows: readonly Row[]; next: number | null },
  lineOf: (row: Row) => string,
  none: string,
) => {
  const fit = fitting(rows, lineOf)
  const last = fit.all ? next : (fit.rows.at(-1)?.id ?? null)
  const cursor = last === null ? null : String(last)
  const lines = fit.lines.length > 0 ? fit.lines : [none]
  return { rows: fit.rows, cursor, text: [...lines, ...moreFollows(tool, cursor)].join("\n") }
}

const day = (time: string) => time.slice(0, 10)

export const reading: Runners<
  | "list_plans"
  | "get_board"
  | "get_entity"
  | "list_notes"
  | "list_activity"
  | "list_members"
  | "list_files"
  | "get_file"
> = {
  list_plans: async ({ actor }, { cursor }) => {
    const found = await page(actor, cursor, async (actor, before) =>
      actor.planScope === null
        ? makeCall(planCalls.list, actor, { before })
        : [(await copyOf(actor, actor.planScope)).plan],
    )
    const archived = new Set(found.rows.flatMap(({ id, isArchived }) => (isArchived ? id : [])))
    const rows = found.rows.map(({ id, name, ownerName, lastEdit }) => ({
      id,
      name,
      ownerName,
      lastEdit,
      url: planUrl(id),
    }))
    const { text, ...shown } = partOf(
      "list_plans",
      { ...found, rows },
      ({ id, name, ownerName, lastEdit, url }) =>
        `plan ${id}: ${name || "Untitled"} [owner ${ownerName}, edited ${day(lastEdit)}${archived.has(id) ? ", archived" : ""}] ${url}`,
      "There are no plans.",
    )
    return { text, output: { plans: shown.rows, cursor: shown.cursor } }
  },
  get_board: async ({ actor }, { planId, done, goal, action, cursor }) => {
    const { card, copy } = names(actor, planId, { reads: true })
    const [goalId, itemId] = [await card("goal", goal), await card("item", action)]
    const [copied, views] = await Promise.all([copy(), cursor === undefined ? viewsLine(actor, planId) : []])
    const page = boardPart(copied, {
      done,
      from: idIn(cursor) ?? 0,
      ...(goalId === undefined ? {} : { goalId }),
      ...(itemId === undefined ? {} : { itemId }),
    })
    const text = [boardText(page), ...views].join("\n")
    return { text, output: withLinks(page, text) }
  },
  get_entity: async ({ actor }, { planId, entity, card: named, cursor }) => {
    const rest = (text: string) => {
      const { part, cursor: next } = pageOfText(text, cursor)
      return { text: [part, ...moreFollows("get_entity", next)].join("\n"), cursor: next }
    }
    if (entity === "note") {
      if (typeof named === "string") throw refusal(400, "A note goes by its id: list_notes and search tell it.")
      const note = await makeCall(noteCalls.get, actor, { id: named })
      if (note.planId !== planId) throw notFound()
      const { text, cursor } = rest(noteText(note))
      return { text, output: cutTexts({ note: noteLinked(note), cursor }) }
    }
    const { card } = names(actor, planId, { reads: true })
    const kind = entity === "action" ? "item" : entity
    const at = { planId, id: await card(kind, named) }
    const [found, comments] =
      kind === "goal"
        ? [await makeCall(goalCalls.get, actor, at), await makeCall(goalCalls.comments, actor, at)]
        : kind === "item"
          ? [await makeCall(itemCalls.get, actor, at), await makeCall(itemCalls.comments, actor, at)]
          : [await makeCall(taskCalls.get, actor, at), await makeCall(taskCalls.comments, actor, at)]
    const newest = comments.slice(0, 20)
    const said = newest.length > 0 ? ["", "Comments, newest first:", ...commentLines(newest)] : []
    const { text, cursor: next } = rest([cardText(kind, found), ...said].join("\n"))
    const { imageBase64: _, ...shown } = linked(kind, { imageBase64: null, ...found })
    return { text, output: cutTexts({ [nouns[kind]]: shown, comments: newest, cursor: next }) }
  },
  list_notes: async ({ actor }, { planId, cursor }) => {
    const found = await page(actor, cursor, (actor, before) =>
      makeCall(noteCalls.list, actor, { planId, type: undefined, before }),
    )
    const rows = found.rows.map(({ id, title, content, createdByName, modifiedDate }) => ({
      id,
      title,
      beginning: content.slice(0, 300),
      author: createdByName,
      modifiedDate,
      url: linkOf(planId, "note", id),
    }))
    const { text, ...shown } = partOf(
      "list_notes",
      { ...found, rows },
      ({ id, title, author, modifiedDate, beginning }) =>
        `note ${id}: ${title} [${author}, ${day(modifiedDate)}] ${beginning.replace(/\s+/g, " ")}`,
      "There are no notes.",
    )
    return { text, output: { notes: shown.rows, cursor: shown.cursor } }
  },
  list_activity: async ({ actor }, { planId, cursor }) => {
    const found = await activityOf(actor, { planId, before: idIn(cursor) })
    const rows = found.map(({ id, entityType, entityId, message, createdDate }) => ({
      id,
      entity: entityType,
      entityId,
      what: textOfHtml(message),
      when: createdDate,
    }))
    const next = rows.length === logPageRows ? (rows.at(-1)?.id ?? null) : null
    const lineOf = ({ what, when }: (typeof rows)[number]) => `${when} ${what}`
    const { text, ...shown } = partOf("list_activity", { rows, next }, lineOf, "Nothing was changed yet.")
    return { text, output: { entries: shown.rows, cursor: shown.cursor } }
  },
  list_members: async ({ actor }, { planId }) => {
    const members = (await copyOf(actor, planId)).cards.members.map(({ id, userName }) => ({ id, userName }))
    const { rows, lines, all } = fitting(members, ({ id, userName }) => `${id}: ${userName}`)
    return { text: [...lines, ...(all ? [] : ["More people are in this plan."])].join("\n"), output: { members: rows } }
  },
  list_files: async ({ actor }, { planId, goal, action, task, cursor }) => {
    const { card } = names(actor, planId, { reads: true })
    const of = {
      goalId: await card("goal", goal),
      itemId: await card("item", action),
      taskId: await card("task", task),
    }
    const found = await page(actor, cursor, (actor, before) =>
      makeCall(fileCalls.list, actor, { planId, ...of, noteId: undefined, before }),
    )
    const rows = found.rows.map(({ id, friendlyName, mimeType, size, uploadDate, uploadedBy, ...file }) => ({
      id,
      name: friendlyName,
      mimeType,
      size,
      uploadDate,
      uploadedBy: uploadedBy.userName,
      goalId: file.goalId,
      actionId: file.itemId,
      taskId: file.taskId,
      noteId: file.noteId,
    }))
    const { text, ...shown } = partOf(
      "list_files",
      { ...found, rows },
      ({ id, name, mimeType, size, uploadDate, uploadedBy }) =>
        `file ${id}: ${name} [${mimeType}, ${size} bytes, ${uploadedBy}, ${day(uploadDate)}]`,
      "There are no files.",
    )
    return { text, output: { files: shown.rows, cursor: shown.cursor } }
  },
  get_file: async ({ actor }, { planId, id, cursor }) => {
    const file = await fileById(actor, planId, id)
    const { friendlyName: name, mimeType, size, fileName } = file
    const head = { id, name, mimeType, size }
    const content = await textOfFile(actor, file)
    if (content === undefined) {
      const url = await downloadUrl(actor, { planId, fileName })
      const text = `file ${id}: ${name} [${mimeType}, ${size} bytes] has no text to read. For 5 minutes it is at ${url}`
      return { text, output: { ...head, url, cursor: null } }
    }
    const { part, cursor: next } = pageOfText(content, cursor)
    return { text: [part, ...moreFollows("get_file", next)].join("\n"), output: { ...head, url: null, cursor: next } }
  },
}
