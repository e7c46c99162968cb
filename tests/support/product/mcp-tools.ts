// conformance(), inspector(): the protocol's own tools, run as processes against a server.
import { execFile } from "node:child_process"
import { once } from "node:events"
import fs from "node:fs"
import http from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import path from "node:path"
import { freePorts } from "./ports.ts"

const packages = path.resolve(import.meta.dirname, "../../../node_modules/@modelcontextprotocol")

/** `signal` ends the process. */
type Tested = { url: string; headers: Record<string, string>; signal: AbortSignal }

const run = (args: string[], cwd: string, signal: AbortSignal, onOutput?: (stdout: string) => void) =>
  new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
    const child = execFile(
      process.execPath,
      args,
      // The test's own time ends it: on a loaded machine the start of a process alone may take seconds.
      { cwd, signal },
      (_error, stdout, stderr) => resolve({ code: child.exitCode ?? -1, stdout, stderr }),
    )
    let said = ""
    child.stdout?.on("data", (data) => {
      said += String(data)
      onOutput?.(said)
    })
  })

const withoutGlob = path.join(import.meta.dirname, "without-glob.mjs")
type Check = { scenario: string; id: string; status: "SUCCESS" | "FAILURE" | "WARNING" | "SKIPPED" | "INFO" }

/** Runs what the suite requires of a revision. It sends no credentials: a proxy adds them. Its own pages are the server's. */
export const conformance = async ({ url, headers, signal }: Tested, revision: string): Promise<Check[]> => {
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
    return await suite(["server", "--url", `http://localhost:${port}/mcp`, "--requirements", revision], signal)
  } finally {
    proxy.closeAllConnections()
    proxy.close()
  }
}

/** `allow` is what a person does at the address of the consent page. */
type Authorizing = { issuer: string; resource: string; clientId: string; allow: (address: string) => Promise<void> }

/** Runs all scenarios of an authorization server: what it says of itself, and a code that is exchanged for a token. */
export const authorizationConformance = async (
  { issuer, resource, clientId, allow }: Authorizing,
  signal: AbortSignal,
): Promise<Check[]> => {
  const [port] = await freePorts()
  const args = ["--url", issuer, "--client-id", clientId, "--resource", resource, "--port", String(port)]
  let allowed: Promise<void> | undefined
  const checks = await suite(["authorization", ...args], signal, (said) => {
    const address = /^http\S+\/oauth\/authorize\?\S+$/m.exec(said)?.[0]
    if (address) allowed ??= allow(address)
  })
  await allowed
  return checks
}

const suite = async (args: string[], signal: AbortSignal, onOutput?: (stdout: string) => void): Promise<Check[]> => {
  const results = fs.mkdtempSync(path.join(tmpdir(), "laneway-conformance-"))
  try {
    const script = path.join(packages, "conformance/dist/index.js")
    const { stdout, stderr } = await run(
      ["--import", withoutGlob, script, ...args, "-o", results],
      results,
      signal,
      onOutput,
    )
    const folders = fs.readdirSync(results)
    if (folders.length === 0) throw new Error(`The conformance suite failed. ${stdout}${stderr}`)
    return folders.flatMap((folder) => {
      const scenario = folder.replace(/^server-|-\d{4}-\d\d-\d\dT[-\d]+Z$/g, "")
      const checks: Check[] = JSON.parse(fs.readFileSync(path.join(results, folder, "checks.json"), "utf8"))
      return checks.map(({ id, status }) => ({ scenario, id, status }))
    })
  } finally {
    fs.rmSync(results, { recursive: true })
  }
}

/** Runs one method by the inspector's command line, and answers its result. */
export const inspector = async ({ url, headers, signal }: Tested, ...method: string[]) => {
  const args = [
    ...["--cli", url, "--transport", "http"],
    ...Object.entries(headers).flatMap(([name, value]) => ["--header", `${name}: ${value}`]),
    ...method,
  ]
  // The inspector looks for its version in the directory above the one it runs in.
  const script = path.join(packages, "inspector-cli/build/cli.js")
  const { code, stdout, stderr } = await run([script, ...args], path.dirname(script), signal)
  if (code !== 0) throw new Error(`The inspector failed. ${stdout}${stderr}`)
  return JSON.parse(stdout)
}
