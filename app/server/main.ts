// The process in production: `node build/server/main.js`.
import path from "node:path"
import { run } from "./run"

// `run` loads the app while Postgres starts.
await run({
  load: () => import("./app"),
  clientDirectory: path.resolve(import.meta.dirname, "../client"),
  workerFile: path.resolve(import.meta.dirname, "worker.js"),
})
