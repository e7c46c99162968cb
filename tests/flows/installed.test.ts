// What an installed app is made of, as the built product serves it: manifest, icons, service worker and shells.
import fs from "node:fs"
import path from "node:path"
import { imageSize } from "image-size"
import { afterAll, beforeAll, expect, test } from "vitest"
import { sharedStorage } from "~/client/outbox/shared"
import { takeShared } from "~/client/outbox/take-shared"
import { planCalls } from "~/contract/plan"
import { sharePath } from "~/contract/shared/share"
import { shellHeader, shellPaths } from "~/contract/shared/shell"
import { barColors } from "~/ui/theme/theme"
import { browserDatabase } from "../support/browser/browser-database"
import { type Product, signIn, startProduct } from "../support/product/product"

browserDatabase()

let product: Product
const client = path.resolve(import.meta.dirname, "../../build/client")

beforeAll(async () => {
  product = await startProduct()
})
afterAll(() => product?.remove())

type Image = { src: string; type: string; sizes: string; purpose?: string }

test("the manifest names the app, and pictures of the sizes it says", async () => {
  const answer = await fetch(`${product.url}/manifest.webmanifest`)
  expect(answer.headers.get("content-type")).toContain("application/manifest+json")
  const manifest = await answer.json()
  expect(manifest).toMatchObject({ id: "/", name: "Laneway", start_url: "/", display: "standalone" })
  const shortcuts: { name: string; url: string; icons: Image[] }[] = manifest.shortcuts
  const images: Image[] = [...manifest.icons, ...manifest.screenshots, ...shortcuts.flatMap(({ icons }) => icons)]
  for (const purpose of ["any", "maskable"]) {
    const sizes = images.filter((image) => image.purpose === purpose).map(({ sizes }) => sizes)
    expect(sizes).toEqual(expect.arrayContaining(["192x192", "512x512"]))
  }
  for (const { src, type, sizes } of images) {
    const picture = await fetch(product.url + src)
    expect([src, picture.status, picture.headers.get("content-type")]).toEqual([src, 200, type])
    if (sizes === "any") continue
    const { width, height } = imageSize(new Uint8Array(await picture.arrayBuffer()))
    expect([src, `${width}x${height}`]).toEqual([src, sizes])
  }
  for (const { url } of shortcuts) {
    const page = await fetch(product.url + url, { redirect: "manual" })
    expect([url, page.headers.get("location")]).toEqual([url, expect.stringMatching(/^\/login/)])
  }
  expect(shortcuts.map(({ name }) => name)).toContain("My Plans")
  expect(manifest).toMatchObject({ theme_color: barColors.light, background_color: barColors.light })
})

test("the service worker takes the fields that the manifest has other apps share", async () => {
  const { share_target: target } = await (await fetch(`${product.url}/manifest.webmanifest`)).json()
  const { title, text, url, files } = target.params
  expect(target).toMatchObject({ action: sharePath, method: "POST", enctype: "multipart/form-data" })
  expect(files).toEqual([{ name: expect.any(String), accept: ["*/*"] }])
  const body = new FormData()
  for (const [name, value] of [
    [title, "Tides"],
    [text, "High at nine"],
    [url, "https://tides.example/9"],
  ])
    body.set(name, value)
  body.append(files[0].name, new File(["4"], "a.txt"))
  expect(await takeShared(new Request(product.url + target.action, { method: target.method, body }), 7)).toBe(
    "/?shared=stored",
  )
  expect(await sharedStorage.all(7)).toMatchObject([
    { title: "Tides", text: "High at nine\nhttps://tides.example/9", files: [{ name: "a.txt" }] },
  ])
})

test("the service worker is asked for again each time, and stores less than 1.5 MB at install", async () => {
  const answer = await fetch(`${product.url}/service-worker.js`)
  expect(answer.headers.get("content-type")).toContain("text/javascript")
  expect(answer.headers.get("cache-control")).toBe("public, no-cache")
  const stored = [...(await answer.text()).matchAll(/url:"([^"]+)"|"url":"([^"]+)"/g)].map(
    (found) => found[1] ?? found[2] ?? "",
  )
  expect(stored).toContain("favicon.svg")
  expect(stored.filter((url) => url.endsWith(".js")).length).toBeGreaterThan(50)
  const bytes = stored.reduce((sum, url) => {
    const file = path.join(client, url)
    return sum + fs.statSync(fs.existsSync(`${file}.br`) ? `${file}.br` : file).size
  }, 0)
  expect(bytes).toBeGreaterThan(500_000)
  expect(bytes).toBeLessThan(1_500_000)
})

test("a shell is the same for everybody, and names nobody", async () => {
  const ada = await signIn(product, "ada@example.org")
  const { id } = (await ada.send(planCalls.create, { name: "Secret harbour" })).body
  const read = async (path: string, cookie: string) => {
    const answer = await fetch(`${product.url}${path}?planId=${id}`, {
      headers: { [shellHeader]: "1", cookie },
      redirect: "manual",
    })
    expect([path, answer.status]).toEqual([path, 200])
    return (await answer.text()).replace(/nonce="[^"]+"/g, "").replaceAll(`?planId=${id}`, "")
  }
  for (const path of shellPaths) {
    const shell = await read(path, ada.cookie)
    expect(shell).toBe(await read(path, ""))
    expect(shell).toContain("manifest.webmanifest")
    expect(shell).not.toMatch(/Secret harbour|ada@/i)
  }
})
