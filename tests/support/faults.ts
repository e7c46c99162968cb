// addFault(): fails the test in which an unexpected error or a 5xx answer occurs.
import { inspect } from "node:util"
import { afterEach, expect } from "vitest"

const faults: string[] = []

export const addFault = (fault: unknown) => {
  faults.push(typeof fault === "string" ? fault : inspect(fault))
}

afterEach(() => {
  expect(faults.splice(0)).toEqual([])
})
