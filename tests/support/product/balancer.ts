// openBalancer(): one address in front of several processes, whose `ports` are added as they start.
import net, { type AddressInfo } from "node:net"

/** Hands each connection to the next process that accepts it. */
export const openBalancer = async () => {
  const ports: number[] = []
  const sockets = new Set<net.Socket>()
  let turn = 0
  const pass = (from: net.Socket, tries: number) => {
    const to = net.connect(ports[turn++ % ports.length] ?? 0, "127.0.0.1")
    to.once("error", () =>
      to.bytesRead === 0 && to.connecting === false && tries > 0 ? pass(from, tries - 1) : from.destroy(),
    )
    to.once("connect", () => {
      from.pipe(to).pipe(from)
      to.once("close", () => from.destroy())
      from.once("close", () => to.destroy())
    })
  }
  const server = net.createServer((socket) => {
    sockets.add(socket)
    socket.on("error", () => {})
    socket.once("close", () => sockets.delete(socket))
    pass(socket, 3)
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return {
    ports,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      for (const socket of sockets) socket.destroy()
      return new Promise((resolve) => server.close(resolve))
    },
  }
}
