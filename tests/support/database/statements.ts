// statementsOf(work), statementsWith(word, work), planOf(statement): what is sent to Postgres, and how Postgres carries it out.
import { db, type Sql } from "~/database/connection.server"

type Statement = { query: string; parameters: unknown[] }
type Step = {
  "Node Type": string
  "Relation Name"?: string
  "Index Name"?: string
  "Actual Rows": number
  "Rows Removed by Join Filter"?: number
  Plans?: Step[]
}

/** The statements that are sent while `work` runs, in the order of sending, over the connections of calls or of these pools. */
export const statementsOf = async (work: () => Promise<unknown>, pools: Sql[] = [db()]): Promise<Statement[]> => {
  const sent: Statement[] = []
  const heard = pools.map(
    ({ options }) => options as unknown as { debug?: (...sent: [number, string, unknown[]]) => void },
  )
  for (const each of heard) each.debug = (_id, query, parameters) => void sent.push({ query, parameters })
  await work().finally(() => {
    for (const each of heard) delete each.debug
  })
  return sent
}

/** Those with this word. */
export const statementsWith = async (word: string, work: () => Promise<unknown>): Promise<Statement[]> =>
  (await statementsOf(work)).filter(({ query }) => query.includes(word))

const stepsIn = (step: Step): Step[] => [step, ...(step.Plans ?? []).flatMap(stepsIn)]

/** Carries out a statement once more. Returns all steps of its plan, with what each did. */
export const planOf = async ({ query, parameters }: Statement): Promise<Step[]> => {
  const explained = `explain (analyze, format json) ${query}`
  const [row] = await db().unsafe<{ "QUERY PLAN": [{ Plan: Step }] }[]>(explained, parameters as never)
  return row ? stepsIn(row["QUERY PLAN"][0].Plan) : []
}
