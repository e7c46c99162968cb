// clientAddress(request): the IP address a request comes from.
import type { IncomingMessage } from "node:http"
import { isLoopback } from "~/contract/loopback"

/**
 * The peer's address; behind a reverse proxy on this machine the last entry of X-Forwarded-For, which that proxy wrote.
 * From any other peer the header cannot be trusted and is ignored.
 */
export function clientAddress({ socket, headers }: IncomingMessage): string {
  const peer = plain(socket.remoteAddress ?? "")
  if (!isLoopback(peer)) return peer
  const forwarded = String(headers["x-forwarded-for"] ?? "")
    .split(",")
    .at(-1)
    ?.trim()
  return forwarded ? plain(forwarded) : peer
}

function plain(address: string) {
  return address.replace(/^::ffff:(?=\d+\.)/, "")
}
