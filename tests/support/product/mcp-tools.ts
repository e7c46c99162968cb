// conformance(), inspector(): the protocol's own tools, run as processes against a server.
import { execFile } from "node:child_process"
import { once } from "node:events"
import http from "node:http"
import type { AddressInfo } from "node:net"
import path from "node:path"

const packages = path.resolve(import.meta.dirname, "../../../node_modules/@modelcontextprotocol")

/** `signal` ends the process. */
type Tested = { url: string; headers: Record<string, string>; signal: AbortSignal }

/** The inspector looks for its version in the directory above the one it runs in. */
const run = (script: string, args: string[], signal: AbortSignal) =>
  new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
    const child = execFile(
      process.execPath,
      [path.join(packages, script), ...args],
      // The test's own time ends it: on a loaded machine the start of a process alone may take seconds.
      { cwd: path.dirname(path.join(packages, script)), signal },
      (_error, stdout, stderr) => resolve({ code: child.exitCode ?? -1, stdout, stderr }),
    )
  })

/** Runs one scenario of the conformance suite, which sends no credentials: a proxy adds them. Its own pages are the server's. */
export const conformance = async ({ url, headers, signal }: Tested, scenario: string) => {
  const proxy = http.createServer((request, response) => {
    const { host, origin } = request.headers
    const own = origin === `http://${host}` ? { origin: new URL(url).origin } : {}
    const onward = http.request(
      url,
      { method: request.method, headers: { ...request.headers, ...own, ...headers } },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(response)
      },
    )
    onward.on("error", () => response.destroy())
    response.on("close", () => onward.destroy())
    request.pipe(onward)
  })
  await once(proxy.listen(0, "127.0.0.1"), "listening")
  const { port } = proxy.address() as AddressInfo
  try {
    const args = ["server", "--url", `http://localhost:${port}/mcp`, "--scenario", scenario]
    return await run("conformance/dist/index.js", args, signal)
  } finally {
    proxy.closeAllConnections()
    proxy.close()
  }
}

/** Runs one method by the inspector's command line, and answers its result. */
export const inspector = async ({ url, headers, signal }: Tested, ...method: string[]) => {
  const args = [
    ...["--cli", url, "--transport", "http"],
    ...Object.entries(headers).flatMap(([name, value]) => ["--header", `${name}: ${value}`]),
    ...method,
  ]
  const { code, stdout, stderr } = await run("inspector-cli/build/cli.js", args, signal)
  if (code !== 0) throw new Error(`The inspector failed. ${stdout}${stderr}`)
  return JSON.parse(stdout)
}
