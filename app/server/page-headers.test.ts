import { expect, test } from "vitest"
import { createPageHeaders } from "./page-headers"
import type { Settings } from "./settings"

const headersAt = (publicUrl: string, given: Record<string, string> = {}) => {
  const supabase = { url: publicUrl, anonKey: null, serviceRoleKey: "", jwtSecret: "" }
  const settings = { publicUrl, hosted: false, supabase, mcp: { port: 3001, publicUrl: "ws://localhost:3001" } }
  const headers = new Headers(given)
  createPageHeaders(settings as unknown as Settings, false)(headers, "a-nonce")
  return headers
}

test("a page runs this product's scripts only, loads no plug-in, and can't be framed or rebased", () => {
  const policy = headersAt("https://plan.example.org").get("content-security-policy")?.split("; ") ?? []
  expect(policy).toEqual(
    expect.arrayContaining([
      "default-src 'self'",
      "script-src 'self' 'nonce-a-nonce'",
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
    ]),
  )
})

test("pages are not stored, and not named to other sites", () => {
  const headers = headersAt("https://plan.example.org")
  expect(headers.get("cache-control")).toBe("private, no-store")
  expect(headers.get("referrer-policy")).toBe("same-origin")
})

test("a form leads to this product, and where its route says", () => {
  const headers = headersAt("https://plan.example.org", { "x-laneway-form-to": "https://claude.ai" })
  expect(headers.get("content-security-policy")).toContain("form-action 'self' https://claude.ai;")
  expect(headers.has("x-laneway-form-to")).toBe(false)
})

test("a route's own policy is kept", () => {
  const own = { "content-security-policy": "sandbox" }
  expect(headersAt("https://plan.example.org", own).get("content-security-policy")).toBe("sandbox")
})
