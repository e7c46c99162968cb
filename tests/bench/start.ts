// measureStart(bench): `npm start` without install or build, to the first answered page. Stops the bench's product.
import { spawn } from "node:child_process"
import path from "node:path"
import type { Bench } from "./bench.ts"
import { pause, percentiles } from "./load.ts"
import { sessionSecret } from "./seed.ts"

const LIMIT_MS = 60_000

export const measureStart = async ({ quick, figures, product, deno }: Bench) => {
  await product.stop()
  const times: number[] = []
  for (let round = 0; round < (quick ? 2 : 5); round++) times.push(await start(product, deno ? "start:deno" : "start"))
  figures.atMost("npm start, nothing changed → first 200", "s", percentiles(times)[0] / 1_000, 1.5)
}

const start = async ({ url, port, dataDir }: Bench["product"], runtime: string) => {
  const began = performance.now()
  const child = spawn("npm", ["run", runtime], {
    cwd: path.resolve(import.meta.dirname, "../.."),
    env: {
      ...process.env,
      PORT: String(port),
      PUBLIC_URL: url,
      DATA_DIR: dataDir,
      SESSION_SECRET: sessionSecret,
      LOG_LEVEL: "warn",
    },
    stdio: "ignore",
    // Its own process group, so that a signal reaches all processes at once, as Ctrl-C does.
    detached: true,
  })
  const exited = new Promise<void>((resolve) => child.once("exit", () => resolve()))
  try {
    for (;;) {
      const answer = await fetch(`${url}/login`).catch(() => null)
      await answer?.arrayBuffer()
      if (answer?.status === 200) return performance.now() - began
      if (child.exitCode !== null || performance.now() - began > LIMIT_MS) throw new Error("npm start does not start.")
      await pause(5)
    }
  } finally {
    if (child.pid) process.kill(-child.pid, "SIGINT")
    await exited
  }
}
