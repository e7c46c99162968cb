// A process that starts Postgres, prints the postmaster's process id and waits to be killed.
import { startPostgres } from "../../supabase/embedded/postgres.ts"

const running = await startPostgres({ dataDir: process.argv[2] ?? "" })
process.stdout.write(`${running.pid}\n`)
setInterval(() => {}, 60_000)
