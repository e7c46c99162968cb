// addFault(): an unexpected error, or an answer of 5xx, fails the test it happens in.
import { inspect } from "node:util"
import { afterEach, expect } from "vitest"

const faults: string[] = []

export const addFault = (fault: unknown) => {
  faults.push(typeof fault === "string" ? fault : inspect(fault))
}

afterEach(() => {
  expect(faults.splice(0)).toEqual([])
})
