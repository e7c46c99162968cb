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
