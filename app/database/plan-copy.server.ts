// What a copy of a plan is made of, of one moment: countToCopy(), readToCopy().
import type { Admission } from "./admission.server"
import { db, type Sql, wholePlanDb } from "./connection.server"

/** What comes along besides goals and actions. `completed`: completed cards too. */
export type CopyParts = {
  tasks: boolean
  notes: boolean
  files: boolean
  comments: boolean
  owners: boolean
  completed: boolean
}

export type CopyKind = "label" | "goal" | "keyResult" | "item" | "task" | "person" | "comment" | "note" | "file"
const kinds = [
  "label",
  "goal",
  "keyResult",
  "item",
  "task",
  "person",
  "comment",
  "note",
  "file",
] as const satisfies CopyKind[]

/** Someone who owns a card or wrote a comment: an account, a person of an import, or a key. */
export type CopiedPerson = { key: string; userName: string; email: string | null; personId: number | null }
export type CopiedFile = {
  id: number
  uniqueName: string
  friendlyName: string
  mimeType: string
  size: number
  thumbnailName: string | null
  goalId: number | null
  itemId: number | null
  taskId: number | null
  noteId: number | null
  commentId: number | null
}
export type CopiedNote = { id: number; title: string; content: string; type: 0 | 1; visibility: 0 | 1 }

/** The rows of a plan that a copy takes; drafts never come along. */
const rowsIn = (sql: Sql, planId: number, person: number | null, { completed, ...parts }: CopyParts) => {
  const goals = sql`select g.id from app.goal g
    where g.plan_id = ${planId} and g.deletion_id is null and not g.is_draft and (${completed} or not g.completed)`
  const items = sql`select i.id from app.item i
    where i.plan_id = ${planId} and i.deletion_id is null and not i.is_draft and (${completed} or i.completed_date is null)`
  const tasks = sql`select t.id from app.task t join app.item i on i.id = t.item_id
    where ${parts.tasks} and t.plan_id = ${planId} and t.deletion_id is null and not t.is_draft and i.deletion_id is null and not i.is_draft
      and (${completed} or (t.type <> 2 and i.completed_date is null))`
  const comments = sql`select c.id from app.comment c
    where ${parts.comments} and c.plan_id = ${planId} and (c.goal_id in (${goals}) or c.item_id in (${items}) or c.task_id in (${tasks}))`
  const notes = sql`select n.id from app.note n
    where ${parts.notes} and n.plan_id = ${planId} and (n.visibility = 1 or n.created_by = ${person}::bigint)`
  return { goals, items, tasks, comments, notes }
}

/** How many goals, actions and tasks a copy would have. */
export const countToCopy = async ({ planId, person }: Admission, parts: CopyParts): Promise<number> => {
  const { goals, items, tasks } = rowsIn(db(), planId, person, parts)
  const [row] = await db()<{ count: number }[]>`
    select (select count(*) from (${goals}) g) + (select count(*) from (${items}) i) + (select count(*) from (${tasks}) t) as count`
  return row?.count ?? 0
}

export type CopySource = {
  lines: Record<CopyKind, string[]>
  /** Of the picture; null: the default one. */
  imageKey: string | null
}

/** Rows in one message of the database. */
const atOnce = 500

/** All that a copy is made of, as JSON texts of rows. Addresses of people from an import are read for admins only. */
export const readToCopy = async ({ planId, person, standing }: Admission, parts: CopyParts): Promise<CopySource> => {
  const tx = wholePlanDb()
  const { goals, items, tasks, comments, notes } = rowsIn(tx, planId, person, parts)
  const named = tx`select g.awaited_owner as id from app.goal g where ${parts.owners} and g.id in (${goals}) and g.awaited_owner is not null
      union select i.awaited_owner as id from app.item i where ${parts.owners} and i.id in (${items}) and i.awaited_owner is not null
      union select t.awaited_owner from app.task t where ${parts.owners} and t.id in (${tasks}) and t.awaited_owner is not null
      union select c.imported_author from app.comment c where c.id in (${comments}) and c.imported_author is not null`
  const accounts = tx`select g.owner_id as id from app.goal g where ${parts.owners} and g.id in (${goals}) and g.owner_id is not null
      union select i.owner_id from app.item i where ${parts.owners} and i.id in (${items}) and i.owner_id is not null
      union select t.owner_id from app.task t where ${parts.owners} and t.id in (${tasks}) and t.owner_id is not null
      union select c.created_by from app.comment c where c.id in (${comments}) and c.created_by is not null and c.imported_author is null`
  const queries = {
    label: tx`select row_to_json(v)::text as line from api.label v where v."planId" = ${planId} order by v."order", v.id`,
    goal: tx`select row_to_json(v)::text as line from api.goal v where v.id in (${goals}) order by v.id`,
    keyResult: tx`select row_to_json(v)::text as line from api.key_result v where v."goalId" in (${goals}) order by v."order", v.id`,
    item: tx`select row_to_json(v)::text as line from api.item v where v.id in (${items}) order by v.id`,
    task: tx`select row_to_json(v)::text as line from api.task v where v.id in (${tasks}) order by v.id`,
    person: tx`
        select json_build_object('key', 'named ' || a.id, 'userName', a.user_name, 'personId', a.person_id,
          'email', case when ${standing === 0} then a.email end)::text as line from app.named_person a where a.id in (${named})
        union all
        select json_build_object('key', 'person ' || p.id, 'userName', p.user_name, 'personId', p.id, 'email', null)::text
        from app.person p where p.id in (${accounts})
        union all
        select distinct json_build_object('key', 'key ' || coalesce(c.key_name, 'Integration'), 'userName', coalesce(c.key_name, 'Integration'),
          'personId', null, 'email', null)::text
        from app.comment c where c.id in (${comments}) and c.created_by is null and c.imported_author is null`,
    comment: tx`select row_to_json(v)::text as line from api.comment v where v.id in (${comments}) order by v.id`,
    note: tx`select json_build_object('id', n.id, 'title', n.title, 'content', n.content, 'type', n.type, 'visibility', n.visibility)::text as line
        from app.note n where n.id in (${notes}) order by n.modified_date, n.id`,
    file: tx`
        select json_build_object('id', f.id, 'uniqueName', f.unique_name, 'friendlyName', f.friendly_name, 'mimeType', f.mime_type, 'size', f.size,
          'thumbnailName', f.thumbnail_name, 'goalId', f.goal_id, 'itemId', f.item_id, 'taskId', f.task_id, 'noteId', f.note_id,
          'commentId', f.comment_id)::text as line
        from app.file f
        where ${parts.files} and f.plan_id = ${planId} and (f.comment_id is null or f.comment_id in (${comments})) and case
          when f.goal_id is not null then f.goal_id in (${goals}) when f.item_id is not null then f.item_id in (${items})
          when f.task_id is not null then f.task_id in (${tasks}) when f.note_id is not null then f.note_id in (${notes}) else true end
        order by f.id`,
  }
  const lines = Object.fromEntries(kinds.map((kind): [CopyKind, string[]] => [kind, []])) as CopySource["lines"]
  const image: { key: string | null } = { key: null }
  // One statement, so that all of it is of one moment, without holding up writes.
  const rows = tx<{ kind: CopyKind | "image"; line: string | null }[]>`
      select 'image' as kind, image_key as line from app.plan where id = ${planId}
      ${kinds.map((kind) => tx`union all select ${kind}, x.line from (${queries[kind]}) x`)}`
  await rows.cursor(atOnce, (some) => {
    for (const { kind, line } of some) {
      if (kind === "image") image.key = line
      else lines[kind].push(line as string)
    }
  })
  return { lines, imageKey: image.key }
}

/** The texts and bytes of a plan's notes and files that a copy would take. */
export const sizeToCopy = async ({ planId, person }: Admission, parts: CopyParts) => {
  const { notes } = rowsIn(db(), planId, person, parts)
  const [row] = await db()<{ notes: { count: number; bytes: number } }[]>`
    select json_build_object('count', count(*), 'bytes', coalesce(sum(octet_length(n.title) + octet_length(n.content)), 0)) as notes
    from app.note n where n.id in (${notes})`
  return row?.notes ?? { count: 0, bytes: 0 }
}
