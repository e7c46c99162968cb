import { expect, test } from "vitest"
import { checksum } from "~/outside/checksum.server"
import { openZip, readEntry, zipped } from "./zip"

const bytesOf = async (sum: typeof checksum) => {
  const pieces = async function* () {
    for (let at = 0; at < 5; at++) yield new Uint8Array(10_000).fill(at * 50)
  }
  const entries = async function* () {
    yield { name: "plan.json", body: pieces() }
    yield { name: "files/1", body: new Uint8Array([1, 2, 3]) }
    yield { name: "files/2", body: new Uint8Array(0) }
  }
  const zip: number[] = []
  for await (const piece of zipped(entries(), sum)) zip.push(...piece)
  return new Uint8Array(zip)
}

test("a zip is the same whoever makes its checksums, and is read again", async () => {
  const zip = await bytesOf(checksum)
  expect(zip).toEqual(await bytesOf(undefined))
  const places = openZip(zip)
  const sizes = [...(places ?? [])].map(([name, place]) => [name, readEntry(zip, place)?.byteLength])
  expect(sizes).toEqual([
    ["plan.json", 50_000],
    ["files/1", 3],
    ["files/2", 0],
  ])
})
