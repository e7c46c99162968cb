import { expect, test } from "vitest"
import type { Member } from "~/contract/user"
import { ownersFor } from "./owner-picker"

const members = ["Tom", "ada", "Mara", "Bo"].map((userName, index) => ({ id: index + 1, userName }) as Member)
const names = (ownerId: number | null, query = "") => ownersFor(members, ownerId, query).map(({ userName }) => userName)

test("lists the owner first, the others by name", () => {
  expect(names(1)).toEqual(["Tom", "ada", "Bo", "Mara"])
  expect(names(null)).toEqual(["ada", "Bo", "Mara", "Tom"])
})

test("finds a query anywhere in a name, ignoring case and accents", () => {
  expect(names(3, " A ")).toEqual(["Mara", "ada"])
  expect(names(null, "tóm")).toEqual(["Tom"])
  expect(names(null, "zoe")).toEqual([])
})
