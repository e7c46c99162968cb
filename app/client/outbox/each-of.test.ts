import { expect, test } from "vitest"
import { refusal } from "~/contract/problem"
import { offline } from "../api"
import { eachOf } from "./each-of"

test("a server error for one does not stop the others and is thrown at the end; a lost connection stops all", async () => {
  const done: string[] = []
  const failures: Record<string, Error> = { b: refusal(502, "Bad gateway."), d: refusal(500, "Trouble.") }
  const work = async (name: string) => {
    done.push(name)
    if (failures[name]) throw failures[name]
  }
  await expect(eachOf([..."abcde"], work)).rejects.toBe(failures.b)
  expect(done.splice(0)).toEqual([..."abcde"])
  failures.b = offline()
  await expect(eachOf([..."abcde"], work)).rejects.toBe(failures.b)
  expect(done).toEqual(["a", "b"])
})
