import fs from "node:fs"
import path from "node:path"
import postgres from "postgres"

/** Works on the database of the product that the tests run against. */
export const inDatabase = async (work: (sql: postgres.Sql) => Promise<unknown>) => {
  const access = path.join(process.env.E2E_DATA_DIR ?? "", "postgres/access.json")
  const { password, port } = JSON.parse(fs.readFileSync(access, "utf8"))
  const sql = postgres(`postgres://postgres:${password}@127.0.0.1:${port}/postgres`, { max: 1 })
  await work(sql)
  await sql.end()
}
