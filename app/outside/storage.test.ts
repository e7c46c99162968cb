import { expect, test } from "vitest"
import { openStorage, removeObjects, signedUrl } from "./storage.server"

test.each([
  ["sb_secret_a-b_c", null],
  ["eyJh.eyJy.c2ln", "Bearer eyJh.eyJy.c2ln"],
])("the key %s is sent as apikey, and as a bearer token only where it is one", async (serviceRoleKey, bearer) => {
  const asked: Headers[] = []
  openStorage({
    url: "https://abc.supabase.co",
    serviceRoleKey,
    fetch: async (input, init) => {
      asked.push(new Request(input, init).headers)
      return Response.json({ signedURL: "/object/sign/x?token=t" })
    },
  })
  await signedUrl("1/a", 60, "a.txt")
  await removeObjects(["1/a"])
  expect(asked.map((headers) => [headers.get("apikey"), headers.get("authorization")])).toEqual(
    asked.map(() => [serviceRoleKey, bearer]),
  )
  expect(asked).toHaveLength(2)
})

test("a plan's files are removed some at a time", async () => {
  const asked: string[][] = []
  openStorage({
    url: "https://abc.supabase.co",
    serviceRoleKey: "sb_secret_a",
    fetch: async (input, init) => {
      const { prefixes } = await new Request(input, init).json()
      asked.push(prefixes)
      return prefixes.length > 1_000
        ? Response.json({ statusCode: "400", message: "too many" }, { status: 400 })
        : Response.json([])
    },
  })
  const keys = Array.from({ length: 1_201 }, (_, at) => `1/${at}`)
  await removeObjects(keys)
  expect(asked.map(({ length }) => length)).toEqual([500, 500, 201])
  expect(asked.flat()).toEqual(keys)
  await removeObjects([])
  expect(asked).toHaveLength(3)
})

test("storage is asked at its internal address, and people are sent to the public one", async () => {
  const asked: string[] = []
  openStorage({
    url: "https://files.example.org",
    internalUrl: "http://kong:8000",
    serviceRoleKey: "sb_secret_a",
    fetch: async (input, init) => {
      asked.push(new Request(input, init).url)
      return Response.json({ signedURL: "/object/sign/plan-files/1/a?token=t" })
    },
  })
  expect(await signedUrl("1/a", 60, "a b.txt")).toBe(
    "https://files.example.org/storage/v1/object/sign/plan-files/1/a?token=t&download=a%20b.txt",
  )
  expect(asked).toEqual([expect.stringMatching(/^http:\/\/kong:8000\/storage\/v1\//)])
})
