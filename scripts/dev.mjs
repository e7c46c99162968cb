// The process in development: as in production, with Vite serving modules and reloading changes.
import net from "node:net"
import { createServer } from "vite"

const vite = await createServer({
  server: { middlewareMode: true, hmr: { port: await freePort() } },
  appType: "custom",
})
// Vite would end the process at once; `run` first stops everything it started.
process.removeAllListeners("SIGTERM")
const { run } = await vite.ssrLoadModule("/app/server/run.ts")
await run({
  load: () => vite.ssrLoadModule("/app/server/app.ts"),
  clientDirectory: "",
  middleware: vite.middlewares,
})

function freePort() {
  return new Promise((resolve, reject) => {
    const server = net.createServer()
    server.once("error", reject)
    server.listen(0, () => {
      const { port } = server.address()
      server.close(() => resolve(port))
    })
  })
}
