import { expect, test } from "vitest"
import { disguisedHost } from "./link-host"

const evil = "https://evil.example/login"

test.each([
  "https://bank.example",
  "http://bank.example/account?x=1",
  "bank.example",
  "www.bank.example",
  "Bank.Example/login",
  "Sign in at bank.example",
  "ada@bank.example",
  "(bank.example)",
  "bank\u200b.exam\u00adple",
  "bank。example",
  "ｂａｎｋ．ｅｘａｍｐｌｅ",
  "https://bank.example:443",
  "https:\\\\bank.example",
  "https://intranet",
  "192.0.2.7",
  "bank.example:443",
  "bank.example.",
  "https://bank.example evil.example",
  "evil.example.bank.example",
])("%j names another address", (text) => {
  expect(disguisedHost(text, evil)).toBe("evil.example")
})

test.each([
  ["the report", evil],
  ["report.pdf", evil],
  ["Node.js", evil],
  ["v1.2", evil],
  ["e.g. this", evil],
  ["", evil],
  [evil, evil],
  ["EVIL.example", evil],
  ["www.evil.example/other", evil],
  ["http://evil.example", evil],
  ["https://evil.example/bank.example/a.md", "https://evil.example/bank.example/a.md"],
  ["münchen.example", "https://xn--mnchen-3ya.example/"],
  ["https://例え.テスト/", "https://例え.テスト/"],
  ["bank.example", "https://"],
])("%j to %s needs no host", (text, href) => {
  expect(disguisedHost(text, href)).toBeUndefined()
})

test("an address with a user name, or in letters that look like Latin ones, shows its host", () => {
  const withUser = "https://bank.example@evil.example/"
  expect(disguisedHost(withUser, withUser)).toBe("evil.example")
  const imitated = "https://аррӏе.com/"
  expect(disguisedHost(imitated, imitated)).toBe("xn--80ak6aa92e.com")
  expect(disguisedHost("bank.example", "https://bаnk.example/")).toBe("xn--bnk-6cd.example")
})
