// The attacker of `npm run siege`, in a process of lower priority: a remote one would not use this machine's processors.
// Receives {name, field, ms}, answers {outcome}.
import os from "node:os"
import path from "node:path"
import { runnerImport } from "vite"
import { root } from "./project.mjs"

os.setPriority(Math.min(19, os.getPriority() + 10))
const { module } = await runnerImport(path.join(root, "tests/siege/attacks.ts"), {
  configFile: false,
  root,
  resolve: { alias: { "~": path.join(root, "app") } },
})
process.on("message", async ({ name, field, ms }) => {
  const until = performance.now() + ms
  const outcome = await module.attacks[name](field, () => performance.now() < until)
  process.send({ outcome })
})
process.send({ ready: true })
