// npm run --silent mcp: the tools over stdin and stdout, with a plan's API key in PLAN_API_KEY. Speaks to the running product.
import { createHash, createHmac, randomBytes } from "node:crypto"
import http from "node:http"
import https from "node:https"
import path from "node:path"
import { createInterface } from "node:readline"
import { parseEnv } from "node:util"
import { checkNode, readText, root } from "./steps/project.mjs"

checkNode()
const environment = { ...parseEnv(readText(path.join(root, ".env"))), ...process.env }
const { PLAN_API_KEY: key } = environment
if (!key) end("Set PLAN_API_KEY to the API key of a plan: a plan admin makes one in the plan's settings.")
const address = `${(environment.MCP_PUBLIC_URL || startedAt() || "ws://localhost:3001").replace(/\/+$/, "")}/mcp`
const { WebSocket } = await import("ws").catch(() => end("Run `npm start` first: it installs what this needs."))

const query = process.argv.includes("--readonly") ? "?readonly" : ""
const peer = await knownPeer()
const socket = new WebSocket(`${address}${query}`, "mcp", { headers: { "X-API-KEY": key }, lookup: onlyPeer })
/** Lines that arrive before the socket is open. */
const waiting = []
let closing = false

socket.on("unexpected-response", (_request, response) => {
  const said =
    response.statusCode === 401 ? "PLAN_API_KEY is not a plan's current API key." : `It answers ${response.statusCode}.`
  end(`The MCP server at ${address} refuses the connection. ${said}`)
})
socket.on("error", noServer)
socket.on("open", () => {
  for (const line of waiting.splice(0)) socket.send(line)
})
socket.on("message", (data) => {
  const message = JSON.parse(String(data))
  if (message.id !== undefined && !message.method) answered(message.id)
  process.stdout.write(`${JSON.stringify(message)}\n`)
})
socket.on("close", (code, reason) =>
  closing ? process.exit(0) : end(`The MCP server has closed the connection (${code}) ${reason}`),
)

/** Requests that have no answer yet: input that ends, as of a pipe, waits for them. */
const asked = new Set()
const lines = createInterface({ input: process.stdin })
lines.on("line", (line) => {
  if (line.trim() === "") return
  const { id, method } = parsed(line)
  if (method && id !== undefined) asked.add(id)
  if (socket.readyState === WebSocket.OPEN) socket.send(line)
  else waiting.push(line)
})
lines.on("close", () => {
  closing = true
  if (asked.size === 0) socket.close()
})

function answered(id) {
  asked.delete(id)
  if (closing && asked.size === 0) socket.close()
}

function parsed(line) {
  try {
    return JSON.parse(line) ?? {}
  } catch {
    return {}
  }
}

/** The address of the machine that has proved to know the key. Whatever else listens there is not sent the key. */
async function knownPeer() {
  const hash = createHash("sha256").update(key).digest()
  const [id, nonce] = [createHash("sha256").update(hash).digest("hex"), randomBytes(32).toString("base64url")]
  const url = new URL(address.replace(/^ws/, "http"))
  const at = url.host
  for (const [name, value] of Object.entries({ key: id, nonce, at })) url.searchParams.set(name, value)
  const { status, text, from } = await get(url).catch(() => noServer())
  const proof = createHmac("sha256", hash).update(`${nonce} ${at}`).digest("hex")
  if (status === 200 && parsed(text).proof === proof) return from
  if (status === 429) end(`The MCP server at ${address} refuses the connection. It answers 429.`)
  end(
    `The MCP server at ${address} does not know the key, which was not sent: PLAN_API_KEY is not a plan's current API key, ` +
      "or another program listens there.",
  )
}

function get(url) {
  return new Promise((resolve, reject) => {
    const request = (url.protocol === "https:" ? https : http).get(url, { timeout: 10_000 }, (response) => {
      let text = ""
      const from = { address: response.socket.remoteAddress, family: response.socket.remoteFamily === "IPv6" ? 6 : 4 }
      response.setEncoding("utf8")
      response.on("data", (part) => {
        text += part
        if (text.length > 10_000) request.destroy()
      })
      response.on("end", () => resolve({ status: response.statusCode, text, from }))
      response.on("error", reject)
    })
    request.on("timeout", () => request.destroy())
    request.on("error", reject)
    request.on("close", () => reject(new Error("closed")))
  })
}

function onlyPeer(_name, options, done) {
  return options.all ? done(null, [peer]) : done(null, peer.address, peer.family)
}

function noServer() {
  end(`No MCP server answers at ${address}: run \`npm start\` first, or set MCP_PUBLIC_URL.`)
}

/** The address at which DATA_DIR's product listens for agents, as of its last start. */
function startedAt() {
  const file = path.join(path.resolve(root, environment.DATA_DIR || ".data"), "mcp.json")
  return JSON.parse(readText(file) || "{}").url
}

function end(message) {
  console.error(message)
  process.exit(1)
}
