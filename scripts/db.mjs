// npm run db: psql on the embedded database of the running product. Arguments after `--` go to psql.
import { spawn } from "node:child_process"
import net from "node:net"
import path from "node:path"
import { parseEnv } from "node:util"
import { checkNode, readText, root } from "./steps/project.mjs"

checkNode()
const environment = { ...parseEnv(readText(path.join(root, ".env"))), ...process.env }
if (environment.DATABASE_URL) end("DATABASE_URL is set, so there is no embedded database: run psql with that address.")
const dataDir = path.resolve(root, environment.DATA_DIR || ".data")
const access = readText(path.join(dataDir, "postgres/access.json"))
if (!access) end(`${dataDir} holds no database yet: run \`npm start\` first.`)
const { password, port } = JSON.parse(access)
if (!(await accepts(port)))
  end(`The database of ${dataDir} is not running: run \`npm start\`, and this in another terminal.`)

const child = spawn("psql", process.argv.slice(2), {
  env: {
    PGOPTIONS: "--search_path=app,public",
    ...process.env,
    PGHOST: "127.0.0.1",
    PGPORT: String(port),
    PGUSER: "postgres",
    PGDATABASE: "postgres",
    PGPASSWORD: password,
  },
  stdio: "inherit",
})
// Ctrl-C cancels a query in psql and does not end it.
process.on("SIGINT", () => {})
child.once("error", ({ code, message }) => end(code === "ENOENT" ? howToInstall() : message))
child.once("exit", (code) => process.exit(code ?? 1))

function howToInstall() {
  const commands = {
    darwin: "brew install libpq && brew link --force libpq",
    win32: "winget install PostgreSQL.PostgreSQL.17",
  }
  const command = commands[process.platform] ?? "apt-get install postgresql-client"
  return `psql is not installed: the embedded Postgres comes without it. Install it (${command}) and run this again.`
}

function accepts(port) {
  return new Promise((resolve) => {
    const socket = net.connect(port, "127.0.0.1", () => resolve(true))
    socket.once("error", () => resolve(false)).once("connect", () => socket.destroy())
  })
}

function end(message) {
  console.error(message)
  process.exit(1)
}
