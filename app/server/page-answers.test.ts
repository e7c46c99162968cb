import { expect, test } from "vitest"
import { publicAddress } from "./page-answers"

const at = (host: string, publicUrl: string, path = "/board?planId=3", method = "GET") =>
  publicAddress({ method, url: `http://${host}${path}` }, host, publicUrl)

test("a page opened at another name of this machine is found at PUBLIC_URL", () => {
  expect(at("127.0.0.1:3000", "http://localhost:3000")).toBe("http://localhost:3000/board?planId=3")
  expect(at("[::1]:3000", "http://localhost:3000", "/")).toBe("http://localhost:3000/")
  expect(at("localhost:3000", "http://127.0.0.1:3000", "//evil.example/")).toBe("http://127.0.0.1:3000//evil.example/")
})

test("anything else stays where it is", () => {
  expect(at("localhost:3000", "http://localhost:3000")).toBeUndefined()
  expect(at("LOCALHOST:3000", "http://localhost:3000")).toBeUndefined()
  expect(at("evil.example", "http://localhost:3000")).toBeUndefined()
  expect(at("127.0.0.1:3000", "https://plan.example.org")).toBeUndefined()
  expect(at("127.0.0.1:3000", "http://localhost:3000", "/login", "POST")).toBeUndefined()
  expect(publicAddress({ method: "GET", url: "http://localhost/" }, "", "http://localhost:3000")).toBeUndefined()
})
