import { expect, test } from "vitest"
import { lookupOutside } from "./push.server"

test("a name that resolves to an address inside the network is refused when the connection is made", async () => {
  for (const options of [{}, { all: true }, { family: 4 }]) {
    const error = await new Promise((resolve) => lookupOutside("localhost", options, resolve))
    expect(error).toMatchObject({ code: "EINSIDE" })
  }
})
