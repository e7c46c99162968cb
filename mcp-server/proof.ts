// proofOf(request): that this server knows a plan's key, for a program that sends its key to no other server.
import { createHmac } from "node:crypto"
import { hashOfKeyId } from "~/domain/sign-in/plan-key.server"
import type { Settings } from "~/server/settings"

/** The key's id: the SHA-256 of its SHA-256; a nonce; and the host and port that the program speaks to. Undefined: not asked. */
export type Asked = { id: string; nonce: string; at: string }

export const askedProof = ({ searchParams }: URL): Asked | undefined => {
  const [id, nonce, at] = ["key", "nonce", "at"].map((name) => searchParams.get(name) ?? "")
  if (!id || !nonce || !at) return undefined
  return /^[\da-f]{64}$/.test(id) && /^[\w-]{20,100}$/.test(nonce) ? { id, nonce, at } : undefined
}

/**
 * Undefined: there is no such key, or the program speaks to another address than this server's, whose owner would only pass
 * the question on.
 */
export const proofOf = async (
  { id, nonce, at }: Asked,
  settings: Pick<Settings, "host" | "mcp">,
): Promise<string | undefined> => {
  if (!placesOf(settings).has(at)) return undefined
  const hash = await hashOfKeyId(id)
  return hash && createHmac("sha256", Buffer.from(hash, "hex")).update(`${nonce} ${at}`).digest("hex")
}

const placesOf = ({ host, mcp }: Pick<Settings, "host" | "mcp">) => {
  const local = ["localhost", "127.0.0.1", "[::1]", host.includes(":") ? `[${host}]` : host]
  const own = local.map((name) => `http://${name}:${mcp.port}`)
  return new Set([mcp.publicUrl.replace(/^ws/, "http"), ...own].map((address) => new URL(address).host))
}
