// startProduct(options): the built product as its own process with its own DATA_DIR and port, to be stopped or killed.
// signIn(product, email): a person signed in by a mailed link; through(product, person): the same one at another process.
import { type ChildProcess, spawn } from "node:child_process"
import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { type Given, requestOf } from "~/client/api"
import { accountCalls } from "~/contract/account"
import type { AnswerOf, Call, CallOptions } from "~/contract/call"
import { allocator } from "../../../scripts/steps/allocator.mjs"
import { onDeno, prepareOnDeno } from "../../../scripts/steps/deno.mjs"
import { isPostmaster } from "../../../supabase/embedded/postmaster.ts"
import { copyCluster } from "../database/prepared-cluster.ts"
import { patientLimits } from "../patience.ts"
import { until } from "../until.ts"
import { freePorts } from "./ports.ts"
import { addServerFault } from "./server-faults.ts"

export type ProductOptions = {
  /** Where the built product is. */
  build?: string
  /** The data of an earlier start; by default a new directory. */
  dataDir?: string
  port?: number
  /** By default the one after `port`. */
  mcpPort?: number
  env?: Record<string, string>
  nodeOptions?: string[]
  /** Deno's program, which then runs the product; by default Node runs it. */
  deno?: string
  /** Errors the test causes on purpose; `remove` throws if the log has others. */
  errors?: RegExp
}

export type Product = {
  url: string
  port: number
  /** Where the pages expect the MCP server, which does not run by itself. */
  mcpPort: number
  dataDir: string
  pid: number
  /** The postmaster's current process id; null before it has started. */
  readonly postgresPid: number | null
  /** The embedded database as role `postgres`. */
  readonly databaseUrl: string
  /** Time from the process's start to the first 200 of /readyz. */
  readyMs: number
  /** Sends SIGTERM; returns the exit code. */
  stop: () => Promise<number | null>
  /** Sends SIGKILL to the process only; Postgres keeps running. */
  kill: () => Promise<void>
  /** After `stop` or `kill`: a new process with the same options, on the same data and ports. */
  startAgain: () => Promise<Product>
  /** Stops what is still running and deletes the data. */
  remove: () => Promise<void>
}

const root = path.resolve(import.meta.dirname, "../../..")
const built = path.join(root, "build")
/** Limits for what never comes, also on a busy machine. */
const START_LIMIT_MS = 300_000
const STOP_LIMIT_MS = 120_000

export const startProduct = async (options: ProductOptions = {}): Promise<Product> => {
  const entry = path.join(options.build ?? built, "server/main.js")
  if (!fs.existsSync(entry)) throw new Error("There is no build to test: run `npx remix vite:build` first.")
  const dataDir = options.dataDir ?? newDataDir()
  const [port, mcpPort] = options.port ? [options.port, options.mcpPort ?? options.port + 1] : await freePorts()
  const url = `http://127.0.0.1:${port}`
  const [outputFile, errorFile] = ["output.log", "errors.log"].map((name) => path.join(dataDir, name)) as [
    string,
    string,
  ]
  const [output, errors] = [fs.openSync(outputFile, "a"), fs.openSync(errorFile, "a")]
  if (options.deno) prepareOnDeno(options.deno, entry)
  const began = performance.now()
  const [program, args] = options.deno
    ? [options.deno, onDeno(entry)]
    : [process.execPath, [...(options.nodeOptions ?? []), entry]]
  const child = spawn(program, args, {
    cwd: dataDir,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      NODE_ENV: "production",
      HOST: "127.0.0.1",
      PORT: String(port),
      MCP_PORT: String(mcpPort),
      PUBLIC_URL: url,
      DATA_DIR: dataDir,
      RATE_LIMITS: "off",
      LIMITS: patientLimits,
      LOG_LEVEL: "warn",
      ...allocator,
      ...options.env,
    },
    stdio: ["ignore", output, errors],
  })
  for (const file of [output, errors]) fs.closeSync(file)
  const exited = new Promise<number | null>((resolve) => child.once("exit", resolve))
  const end = async (signal: "SIGTERM" | "SIGKILL") => {
    child.kill(signal)
    if (!(await within(exited, STOP_LIMIT_MS))) {
      child.kill("SIGKILL")
      await exited
      throw new Error(`The product did not end within ${STOP_LIMIT_MS} ms of ${signal}. ${tail(outputFile, errorFile)}`)
    }
    return child.exitCode
  }
  const product = {
    url,
    port,
    mcpPort,
    dataDir,
    pid: child.pid ?? 0,
    readyMs: 0,
    get postgresPid() {
      return postmasterOf(dataDir)
    },
    get databaseUrl() {
      const { password, port } = JSON.parse(fs.readFileSync(path.join(dataDir, "postgres/access.json"), "utf8"))
      return `postgres://postgres:${password}@127.0.0.1:${port}/postgres`
    },
    stop: () => end("SIGTERM"),
    kill: async () => {
      await end("SIGKILL")
    },
    startAgain: () => startProduct({ ...options, dataDir, port, mcpPort }),
    remove: async () => {
      if (isRunning(child)) await end("SIGTERM")
      await endPostgres(dataDir)
      const logged = fs.existsSync(errorFile) ? fs.readFileSync(errorFile, "utf8").split("\n") : []
      const unexpected = logged.filter((line) => line !== "" && !options.errors?.test(line))
      fs.rmSync(dataDir, { recursive: true, force: true })
      if (unexpected.length > 0) throw new Error(`The product logged errors:\n${unexpected.join("\n")}`)
    },
  }
  try {
    product.readyMs = (await answering(url, child, () => tail(outputFile, errorFile))) - began
    return product
  } catch (error) {
    if (isRunning(child)) await end("SIGKILL")
    throw error
  }
}

/** A new directory, with a bootstrapped and migrated database where the test run has prepared one. */
export const newDataDir = () => {
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), "laneway-product-"))
  const prepared = process.env.PREPARED_POSTGRES
  if (prepared) copyCluster(prepared, path.join(dataDir, "postgres"))
  return dataDir
}

/** The time when /readyz first answered 200, by performance.now(). */
const answering = async (url: string, child: ChildProcess, said: () => string) => {
  const limit = performance.now() + START_LIMIT_MS
  while (performance.now() < limit) {
    if (!isRunning(child)) throw new Error(`The product ended with ${child.exitCode}. ${said()}`)
    const answer = await fetch(`${url}/readyz`).catch(() => null)
    await answer?.arrayBuffer()
    if (answer?.status === 200) return performance.now()
    await sleep(10)
  }
  throw new Error(`The product did not answer within ${START_LIMIT_MS} ms. ${said()}`)
}

const isRunning = (child: ChildProcess) => child.exitCode === null && child.signalCode === null

/** The last lines of each file. */
const tail = (...files: string[]) =>
  files.map((file) => fs.readFileSync(file, "utf8").trim().split("\n").slice(-12).join("\n")).join("\n")

const within = async (promise: Promise<unknown>, ms: number) => {
  const stop = new AbortController()
  const late = sleep(ms, false, { signal: stop.signal }).catch(() => false)
  const inTime = await Promise.race([promise.then(() => true), late])
  stop.abort()
  return inTime
}

const postmasterOf = (dataDir: string): number | null => {
  try {
    const file = path.join(dataDir, "postgres/data/postmaster.pid")
    return Number(fs.readFileSync(file, "utf8").split("\n")[0]) || null
  } catch {
    return null
  }
}

// Killing the product leaves Postgres running on purpose; a test must not.
export const endPostgres = async (dataDir: string) => {
  const pid = postmasterOf(dataDir)
  const cluster = path.join(dataDir, "postgres/data")
  for (let waited = 0; pid && isPostmaster(pid, cluster); waited += 50) {
    process.kill(pid, waited < 5_000 ? "SIGQUIT" : "SIGKILL")
    await sleep(50)
  }
}

export type Answer<T> = { status: number; headers: Headers; body: T; text: string }
type Sent = { body?: unknown; raw?: string | FormData; headers?: Record<string, string> }

export type Person = {
  id: number
  email: string
  userName: string
  cookie: string
  /** Calls the API as this person's browser does. Throws when the connection breaks. */
  call: <T = unknown>(method: string, path: string, sent?: Sent) => Promise<Answer<T>>
  /** The same for a call declared by the contract. */
  send: <O extends CallOptions>(
    declared: Call<O>,
    input: Given<Call<O>>,
    sent?: Pick<Sent, "headers">,
  ) => Promise<Answer<AnswerOf<Call<O>>>>
}

export const signIn = async (product: Pick<Product, "url" | "dataDir">, email: string): Promise<Person> => {
  const before = new Set(mailsIn(product.dataDir))
  const asked = await callAs(product.url, "", "POST", "/api/Account/RequestEmailSignIn", { body: { email } })
  if (asked.status !== 202) throw new Error(`No sign-in mail for ${email}: ${asked.status} ${asked.text}`)
  const link = await mailedLink(product.dataDir, email, before)
  const opened = await fetch(link, { method: "POST", redirect: "manual" })
  const session = opened.headers.getSetCookie().find((cookie) => cookie.startsWith("laneway_session="))
  if (opened.status !== 302 || !session) throw new Error(`The link of ${email} did not sign in: ${opened.status}`)
  const cookie = session.split(";")[0] ?? ""
  const calls = callsAt(product.url, cookie)
  const { id, userName } = (await calls.send(accountCalls.userProfile, {})).body
  return { id, userName, email, cookie, ...calls }
}

/** The same person with calls to another process on the same database, which has the same SESSION_SECRET. */
export const through = ({ url }: Product, person: Person): Person => ({ ...person, ...callsAt(url, person.cookie) })

const callsAt = (url: string, cookie: string): Pick<Person, "call" | "send"> => {
  const call: Person["call"] = (method, path, sent) => callAs(url, cookie, method, path, sent)
  const send: Person["send"] = (declared, input, { headers } = {}) => {
    const { address, body } = requestOf(declared as Call, input as Record<string, unknown>)
    return call(declared.method, address, { raw: body, headers })
  }
  return { call, send }
}

const callAs = async <T>(
  url: string,
  cookie: string,
  method: string,
  path: string,
  { body, raw = body === undefined ? undefined : JSON.stringify(body), headers = {} }: Sent = {},
): Promise<Answer<T>> => {
  const answer = await fetch(`${url}${path}`, {
    method,
    headers: {
      origin: url,
      // The product closes an idle connection after seconds, which a test that works or waits for a processor sees too late.
      connection: "close",
      ...(cookie && { cookie }),
      ...(typeof raw === "string" && { "content-type": "application/json" }),
      ...headers,
    },
    ...(raw !== undefined && { body: raw }),
    redirect: "manual",
  })
  const text = await answer.text()
  if (answer.status >= 500) addServerFault(`${answer.status} ${method} ${path}: ${text}`)
  const isJson = /json/.test(answer.headers.get("content-type") ?? "")
  return {
    status: answer.status,
    headers: answer.headers,
    text,
    body: (isJson && text ? JSON.parse(text) : undefined) as T,
  }
}

/** The sign-in link of the newest mail to the address. */
const mailsIn = (dataDir: string) => {
  const mailDir = path.join(dataDir, "outbox")
  const names = fs.existsSync(mailDir) ? fs.readdirSync(mailDir) : []
  return names.filter((name) => name.endsWith(".eml")).sort()
}

const mailedLink = async (dataDir: string, email: string, before: ReadonlySet<string>): Promise<string> => {
  const mailDir = path.join(dataDir, "outbox")
  return until(() => {
    for (const name of mailsIn(dataDir).reverse()) {
      if (before.has(name)) continue
      const mail = fs.readFileSync(path.join(mailDir, name), "utf8")
      if (!new RegExp(`^To: .*${email.replace(/[.+]/g, "\\$&")}`, "im").test(mail)) continue
      const text = mail
        .replace(/=\r?\n/g, "")
        .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
      const link = /http:\/\/[^\s"<>]+\/MagicLink\?token=[\w.~%-]+/.exec(text)?.[0]
      if (link) return link
    }
    return undefined
  }, 10)
}
