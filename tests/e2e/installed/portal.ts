import http from "node:http"

/** Answers everything with a page, as a captive portal does. Returns a function that ends it. */
export const openPortal = async (port: number) => {
  const portal = http.createServer((_request, response) => {
    response.writeHead(200, { "content-type": "text/html" }).end("<title>Wi-Fi</title><p>Accept the terms</p>")
  })
  await new Promise<void>((resolve) => portal.listen(port, "127.0.0.1", resolve))
  return () =>
    new Promise<unknown>((resolve) => {
      portal.close(resolve)
      portal.closeAllConnections()
    })
}
