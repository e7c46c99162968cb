import { expect, test } from "vitest"
import { unverifiedDatabase } from "./database-tls"

test.each([
  ["postgres://u:p@db.example.org/d", "is not encrypted"],
  ["postgres://u:p@10.0.0.3:5432/d?sslmode=disable", "is not encrypted"],
  ["postgres://u:p@db.example.org/d?sslmode=require", "without checking who answers"],
  ["postgres://u:p@db.example.org/d?ssl=prefer", "without checking who answers"],
])("warns of %s, without its password", (address, reason) => {
  const warning = unverifiedDatabase(address)
  expect(warning).toContain(reason)
  expect(warning).toContain("sslmode=verify-full")
  expect(warning).not.toContain("u:p")
})

test.each([
  "postgres://u:p@localhost:5432/d",
  "postgres://u:p@127.0.0.1/d",
  "postgres://u:p@[::1]/d",
  "postgres://u:p@db/d?host=/run/postgresql",
  "postgres://u:p@db.example.org/d?sslmode=verify-full",
  "postgres://u:p@db.example.org/d?sslmode=require&sslrootcert=system",
])("accepts %s", (address) => {
  expect(unverifiedDatabase(address)).toBeNull()
})
