import { expect, test } from "vitest"
import { refusal } from "~/contract/problem"
import { offline } from "../api"
import { eachOf } from "./each-of"

test("an error of the server at one keeps back no other, and is thrown at the end; a lost connection ends it", async () => {
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
