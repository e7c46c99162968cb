// freePort(), freePorts(): ports of this machine at which nothing listens.
import net from "node:net"

// Below the ports that systems give to outgoing connections: one of those could take a free port before it is listened on.
const [first, last] = [10_000, 32_000]
let next = first + Math.floor(Math.random() * (last - first))

/** Another one each time; processes begin at random ones. */
export const freePort = async (): Promise<number> => {
  for (;;) {
    const port = next
    next = port < last ? port + 1 : first
    if (await isFree(port)) return port
  }
}

export const freePorts = async (): Promise<[number, number]> => [await freePort(), await freePort()]

const isFree = (port: number) =>
  new Promise<boolean>((resolve) => {
    const server = net.createServer()
    server.once("error", () => resolve(false))
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)))
  })
