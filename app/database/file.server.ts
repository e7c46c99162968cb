import type { FileEntry, FileOwner } from "~/contract/file"
import { type Admission, type Sealed, seal } from "./admission.server"
import { db } from "./connection.server"
import { listPageAfter } from "./lists/list-page"

export type StoredFile = FileEntry & { stored: { commentId: number | null; createdById: number | null } }
export type FileFilter = FileOwner & { id?: number; name?: string }

type FileListPage = { files: StoredFile[]; more: boolean }

/** A page of files, newest first. */
export const filesFor = async (
  person: number | null,
  planId: number,
  where: FileFilter,
  before?: number,
): Promise<Sealed<FileListPage>> => {
  const [row] = await db()<{ read: Sealed<FileListPage> }[]>`
    select app.files(${person}, ${planId}, ${JSON.stringify(where)}::text::jsonb, ${listPageAfter(before)}::text::jsonb) as read`
  return row?.read ?? seal(null)
}

/** The owner of a file, existing or planned. `canEdit` and `mine` are set for notes and comments. */
export type FilePlace = {
  isDraft: boolean
  completed: boolean
  private?: boolean
  mine?: boolean
  canEdit?: boolean
  goalId?: number
  itemId?: number
  taskId?: number
  noteId?: number
  commentId?: number
}

export const filePlace = async (
  person: number | null,
  planId: number,
  owner: FileOwner,
): Promise<Sealed<{ place?: FilePlace | null }>> => {
  const [row] = await db()<{ read: Sealed<{ place?: FilePlace | null }> }[]>`
    select app.file_place(${person}, ${planId}, ${JSON.stringify(owner)}::text::jsonb) as read`
  return row?.read ?? seal(null)
}

export const planOfFile = async (id: number): Promise<number | undefined> => {
  const [row] = await db()<{ planId: number }[]>`select plan_id as "planId" from app.file where id = ${id}`
  return row?.planId
}

/** Call before the bytes arrive: they are removed in an hour unless a file is created from them. */
export const expectFile = async (planId: number, name: string, thumbnail: string) => {
  await db()`select app.expect_file(${planId}, ${name}, ${thumbnail})`
}

export const isStored = async (name: string) => {
  const [row] = await db()`select 1 from app.file where unique_name = ${name}`
  return row !== undefined
}

type Named = { goalIds: number[]; itemIds: number[]; taskIds: number[] }

/** Names of cards, and of the goals and actions they are below. */
export const placeNames = async ({ planId }: Admission, { goalIds, itemIds, taskIds }: Named) => {
  const [row] = await db()<
    {
      goals: { id: number; name: string }[]
      items: { id: number; topic: string; goalId: number | null }[]
      tasks: { id: number; description: string; itemId: number }[]
    }[]
  >`
    with t as (select * from app.task t where t.id = any (${taskIds}::bigint[]) and t.plan_id = ${planId} and t.deletion_id is null),
    i as (select * from app.item i where i.id in (select unnest(${itemIds}::bigint[]) union select t.item_id from t)
      and i.plan_id = ${planId} and i.deletion_id is null),
    g as (select * from app.goal g where g.id in (select unnest(${goalIds}::bigint[]) union select i.goal_id from i)
      and g.plan_id = ${planId} and g.deletion_id is null)
    select
      (select coalesce(json_agg(json_build_object('id', g.id, 'name', g.name) order by g."order", g.id), '[]') from g) as goals,
      (select coalesce(json_agg(json_build_object('id', i.id, 'topic', i.topic, 'goalId', i.goal_id) order by i."order", i.id), '[]') from i) as items,
      (select coalesce(json_agg(json_build_object('id', t.id, 'description', t.description, 'itemId', t.item_id) order by t."order", t.id), '[]') from t) as tasks`
  return row ?? { goals: [], items: [], tasks: [] }
}
