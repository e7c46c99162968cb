// measureUpload(bench): the server's memory use while a file of 50 MiB is uploaded.
import http from "node:http"
import type { Bench } from "./bench.ts"
import { pause } from "./load.ts"
import { readProcess } from "./process.ts"
import type { BenchBoard, BenchPerson } from "./seed.ts"

const size = 50 * 1_048_576
const boundary = "----laneway"

export const measureUpload = async ({ figures, product, boards, people }: Bench) => {
  const { cookie } = people[0] as BenchPerson
  const { planId } = boards.get(100) as BenchBoard
  const before = (await readProcess(product)).mebibytes
  let most = before
  let under = true
  const watching = (async () => {
    while (under) {
      most = Math.max(most, (await readProcess(product)).mebibytes)
      await pause(10)
    }
  })()
  const began = performance.now()
  const status = await send(`${product.url}/api/File/UploadFile/${planId}`, cookie)
  const took = performance.now() - began
  under = false
  await watching
  if (status !== 201) throw new Error(`The upload was answered with ${status}.`)
  figures.atMost("Upload of 50 MiB", "s", took / 1_000)
  figures.atMost("… memory it takes", "MiB", most - before, 60)
}

/** Sends a form with one file in chunks; returns the status. */
const send = (url: string, cookie: string): Promise<number> => {
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="large.bin"\r\ncontent-type: application/octet-stream\r\n\r\n`
  const tail = `\r\n--${boundary}--\r\n`
  const piece = Buffer.alloc(65_536, 7)
  return new Promise((resolve, reject) => {
    const request = http.request(url, {
      method: "POST",
      headers: {
        cookie,
        origin: new URL(url).origin,
        "content-type": `multipart/form-data; boundary=${boundary}`,
        "content-length": head.length + size + tail.length,
      },
    })
    request.once("error", reject)
    request.once("response", (response) => {
      response.resume()
      response.once("end", () => resolve(response.statusCode ?? 0))
    })
    request.write(head)
    let left = size
    const more = () => {
      while (left > 0) {
        const part = piece.subarray(0, Math.min(piece.length, left))
        left -= part.length
        if (!request.write(part)) return request.once("drain", more)
      }
      request.end(tail)
    }
    more()
  })
}
