// openSeed(product): people with sessions, and boards of any size, written directly to the database for speed.
import postgres from "postgres"
import { openSigning, signed } from "~/outside/signing.server"
import { gap } from "~/rules/gaps"
import type { Product } from "../support/product/product.ts"

export const sessionSecret = "the bench's own secret that is longer than thirty-two letters"

export type BenchPerson = { id: number; userName: string; cookie: string }
export type BenchBoard = { planId: number; tasks: number; items: number[] }
export type Seed = Awaited<ReturnType<typeof openSeed>>

/** Up to 100 lanes, each with 50 tasks spread evenly over its three columns. */
const MOST_LANES = 100
const PER_LANE = 50
const LANES_PER_GOAL = 20
/** The largest board also has a long list of actions and many goals. */
const LARGEST = 10_000
const LISTED = 400
const MOST_GOALS = 12
const TITLE = 45
const colors = ["#2f6fed", "#0f9d76", "#c2410c", "#7c3aed", "#be185d", "#0e7490"]

export const openSeed = async (product: Product) => {
  openSigning([sessionSecret])
  const sql = postgres(product.databaseUrl, { max: 2, onnotice: () => {} })

  const people = async (count: number): Promise<BenchPerson[]> => {
    const made = await sql<{ id: string; user_name: string; session: string }[]>`
      with person as (
        insert into app.person (email, user_name, last_seen_at)
        select 'bench' || gen_random_uuid() || '@example.org', 'Person ' || n, now() from generate_series(1, ${count}::int) n
        returning id, user_name)
      , session as (insert into app.session (person_id) select id from person returning id, person_id)
      select person.id, user_name, session.id as session from person join session on session.person_id = person.id order by 1`
    return made.map(({ id, user_name, session }) => ({
      id: Number(id),
      userName: user_name,
      cookie: `laneway_session=${signed("session", session)}`,
    }))
  }

  /** A plan with `tasks` tasks in lanes of 50, owned by its first member. */
  const board = async (members: BenchPerson[], tasks: number): Promise<BenchBoard> => {
    const owner = members[0] as BenchPerson
    const lanes = Math.min(MOST_LANES, Math.max(2, Math.ceil(tasks / PER_LANE)))
    const listed = tasks >= LARGEST ? LISTED : 0
    const goals = tasks >= LARGEST ? MOST_GOALS : Math.max(2, Math.ceil(lanes / LANES_PER_GOAL))
    const [plan] =
      await sql`insert into app.plan (name, owner_id) values (${`${tasks} tasks`}, ${owner.id}) returning id`
    const planId = Number(plan?.id)
    await sql`insert into app.membership (plan_id, person_id, role)
      select ${planId}, id, case when id = ${owner.id} then 0 else 1 end from unnest(${members.map(({ id }) => id)}::bigint[]) id
      on conflict do nothing`
    const goalIds = await sql`
      insert into app.goal (plan_id, name, description, explanation, color, "order", completed, is_draft, type, created_by, created_date, modified_date)
      select ${planId}, 'Goal ' || n, '', '', (${colors}::text[])[1 + n % ${colors.length}::int], n, false, false, 0, ${owner.id}, now(), now()
      from generate_series(1, ${goals}::int) n returning id`
    const itemIds = await sql`
      insert into app.item (plan_id, goal_id, topic, description, "order", business_value, effort_and_complexity, focus_date, focus_order, dot_voting, type,
        is_draft, created_by, created_date, modified_date)
      select ${planId}, (${goalIds.map(({ id }) => id)}::bigint[])[1 + n % ${goals}::int], topic, '', n, n % 11, n % 6, now(), n, 0, 0, false, ${owner.id}, now(), now()
      from unnest(${titles(lanes)}::text[]) with ordinality as t(topic, n) returning id`
    await sql`
      insert into app.item (plan_id, goal_id, topic, description, "order", business_value, effort_and_complexity, focus_order, dot_voting, type,
        is_draft, created_by, created_date, modified_date)
      select ${planId}, (${goalIds.map(({ id }) => id)}::bigint[])[1 + n % ${goals}::int], topic, '', n, n % 11, n % 6, 0, 0, 0, false, ${owner.id}, now(), now()
      from unnest(${titles(listed)}::text[]) with ordinality as t(topic, n)`
    await sql`
      insert into app.task (plan_id, item_id, description, type, completed_date, due_date, "order", owner_id, is_draft, created_by, created_date, modified_date)
      select ${planId}, (${itemIds.map(({ id }) => id)}::bigint[])[1 + n % ${lanes}::int], description, kind, case when kind = 2 then now() end,
        case when n % 5 = 0 then now() + n * interval '1 hour' end, ${gap}::int * (n / ${lanes}::int / 3 + 1), case when n % 3 = 0 then ${owner.id}::bigint end, false,
        ${owner.id}, now(), now()
      from unnest(${titles(tasks)}::text[]) with ordinality as t(description, n), lateral (select (n / ${lanes}::int % 3)::smallint as kind) k`
    await sql`vacuum analyze app.task, app.item, app.goal, app.membership, app.person`
    return { planId, tasks, items: itemIds.map(({ id }) => Number(id)) }
  }

  /** Adds comments to the board's tasks, and files without bytes, by people in turn: each has a share of a plan's room. */
  const talk = async (
    { planId }: BenchBoard,
    people: BenchPerson[],
    { comments, files }: { comments: number; files: number },
  ) => {
    const authors = people.map(({ id }) => id)
    await sql`
      insert into app.comment (plan_id, task_id, content, created_by, by_key, created_date)
      select ${planId}, t.id, c.text, (${authors}::bigint[])[1 + n % ${authors.length}::int], false, now() - n * interval '1 minute'
      from unnest(${titles(comments)}::text[]) with ordinality as c(text, n)
      join (select id, row_number() over (order by id) as at, count(*) over () as many from app.task where plan_id = ${planId}) t on t.at = 1 + n % t.many`
    await sql`
      insert into app.file (plan_id, task_id, unique_name, friendly_name, mime_type, size, created_by)
      select ${planId}, t.id, gen_random_uuid() || '.pdf', f.text || '.pdf', 'application/pdf', 1000,
        (${authors}::bigint[])[1 + n % ${authors.length}::int]
      from unnest(${titles(files)}::text[]) with ordinality as f(text, n)
      join (select id, row_number() over (order by id) as at, count(*) over () as many from app.task where plan_id = ${planId}) t on t.at = 1 + n % t.many`
  }

  /**
   * Puts 3 of 30 labels on each card. Of its tasks, a tenth repeats each week, and a tenth waits for the one before in its
   * lane.
   */
  const plan = async ({ planId }: BenchBoard) => {
    const labels = await sql`
      insert into app.label (plan_id, name, color, "order")
      select ${planId}, 'Label ' || n, (${colors}::text[])[1 + n % ${colors.length}::int], n * ${gap}::int from generate_series(1, 30) n returning id`
    const ids = labels.map(({ id }) => Number(id))
    for (const table of ["item", "task"])
      await sql`
        update app.${sql(table)} c set label_ids = array(
          select (${ids}::bigint[])[1 + (hashint8(c.id) & 1023 + k * 7) % 30] from generate_series(0, 2) k)
        where plan_id = ${planId}`
    await sql`
      update app.task set recurrence = 'FREQ=WEEKLY', recurrence_from = 'due', due_date = coalesce(due_date, date_trunc('day', now()))
      where plan_id = ${planId} and type <> 2 and id % 10 = 0`
    await sql`
      update app.task t set blocked_by_ids = array[b.id] from (
        select id, lag(id) over (partition by item_id order by id) as before from app.task where plan_id = ${planId}) l
        join app.task b on b.id = l.before
      where t.id = l.id and t.id % 10 = 1`
    await sql`vacuum analyze app.task, app.item`
  }

  /** Gives each task of the board a due day in this month, and its actions none. */
  const dateInThisMonth = async ({ planId }: BenchBoard) => {
    await sql`
      update app.task set due_date = date_trunc('month', now() at time zone 'utc') at time zone 'utc' + id % 28 * interval '1 day'
      where plan_id = ${planId}`
    await sql`vacuum analyze app.task`
  }

  /** Plans of a person with ten goals each, which have three results and a check-in. */
  const goals = async ({ id }: BenchPerson, plans: number) => {
    const made =
      await sql`insert into app.plan (name, owner_id) select 'Plan ' || n, ${id} from generate_series(1, ${plans}::int) n returning id`
    const ids = made.map(({ id }) => Number(id))
    await sql`insert into app.membership (plan_id, person_id, role) select p, ${id}, 0 from unnest(${ids}::bigint[]) p on conflict do nothing`
    await sql`
      insert into app.goal (plan_id, name, description, explanation, color, "order", completed, is_draft, type, owner_id, start_date, due_date, status,
        created_by, created_date, modified_date)
      select p, 'Goal ' || n, '', '', (${colors}::text[])[1 + n % ${colors.length}::int], n * ${gap}::int, false, false, 0, ${id},
        date_trunc('year', now()), date_trunc('year', now()) + interval '1 year', n % 3, ${id}, now(), now()
      from unnest(${ids}::bigint[]) p, generate_series(1, 10) n`
    await sql`
      insert into app.key_result (plan_id, goal_id, name, unit, start, target, current, "order")
      select g.plan_id, g.id, 'Result ' || n, 'km', 0, 100, g.id % 100, n * ${gap}::int
      from app.goal g, generate_series(1, 3) n where g.plan_id = any (${ids}::bigint[])`
    await sql`
      insert into app.check_in (plan_id, goal_id, status, confidence, note, results, progress, created_by)
      select plan_id, id, status, 7, 'A week of rain', '[]', progress, ${id} from app.goal where plan_id = any (${ids}::bigint[])`
    await sql`vacuum analyze app.goal, app.key_result, app.check_in`
    return ids
  }

  /** Open notes of this many letters. */
  const notes = async (
    { planId }: BenchBoard,
    by: BenchPerson,
    { count, letters }: { count: number; letters: number },
  ) => {
    await sql`
      insert into app.note (plan_id, title, content, type, visibility, created_by, by_key)
      select ${planId}, 'Note ' || n, repeat(chr(96) || '*', ${letters / 2}::int), 0, 1, ${by.id}, false from generate_series(1, ${count}::int) n`
  }

  /** Gives the board's tasks descriptions of this many letters, which no search finds: indexing all of them takes minutes. */
  const lengthen = async ({ planId }: BenchBoard, letters: number) => {
    await sql.begin(async (tx) => {
      await tx`update app.task set description = rpad(description, ${letters}, ' of the harbour') where plan_id = ${planId}`
      await tx`delete from app.search_due where plan_id = ${planId}`
      await tx`select app.count_cards(${planId})`
    })
    await sql`update app.usage set count = (select count(*) from app.task where plan_id = ${planId}) where kind = 'cards' and plan_id = ${planId}`
    await sql`vacuum analyze app.task`
  }

  /** So many log entries of one of its tasks, whose description changed from one long text to another; the task's id. */
  const edit = async (
    { planId }: BenchBoard,
    by: BenchPerson,
    { count, letters }: { count: number; letters: number },
  ) => {
    const [task] = await sql<{ id: string }[]>`select min(id) as id from app.task where plan_id = ${planId}`
    await sql`
      insert into app.audit (plan_id, entity, entity_id, action, before, after, actor_id, via)
      select ${planId}, 'task', ${task?.id ?? 0}, 'update', jsonb_build_object('description', repeat('a', ${letters}::int)),
        jsonb_build_object('description', repeat('a', ${letters - 1}::int) || n), ${by.id}, 'browser' from generate_series(1, ${count}::int) n`
    return Number(task?.id)
  }

  const due = () => sql`select distinct plan_id as id from app.search_due`

  /** Finishes the server's background work after writes, which must not be measured. */
  const settle = async () => {
    // Plan by plan, which waits for the server's own indexing.
    for (let plans = await due(); plans.length > 0; plans = await due())
      for (const { id } of plans) await sql`select app.keep_due_words(${id}, 10000)`
    await sql`vacuum analyze app.search_entry, app.comment, app.file`
  }

  return {
    people,
    board,
    plan,
    dateInThisMonth,
    goals,
    talk,
    notes,
    lengthen,
    edit,
    settle,
    close: () => sql.end({ timeout: 1 }),
  }
}

const words =
  "draft review permit crane quay order tide survey pilot harbour budget plan check paint repair invite measure fence light cable depot water route ticket signal anchor supply".split(
    " ",
  )

/** Distinct texts of 45 characters. */
const titles = (count: number) => {
  let state = 88_172_645
  const random = () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return state >>> 0
  }
  return Array.from({ length: count }, (_, index) => {
    let text = `${index + 1}`
    while (text.length < TITLE) text += ` ${words[random() % words.length]}`
    return text.slice(0, TITLE)
  })
}
