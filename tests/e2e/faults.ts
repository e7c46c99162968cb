// watchPages(browser), watchErrors(file): collect faults of all pages and of the server, each of which fails a test.
import fs from "node:fs"
import path from "node:path"
import type { Browser, BrowserContext, ConsoleMessage, Response, WebError } from "@playwright/test"

export const serverErrorFile = path.join(process.env.E2E_DATA_DIR ?? "", "errors.log")

/** Of a page: what it can't do without. */
const parts = new Set(["script", "stylesheet", "font", "image", "manifest"])

/**
 * Chromium logs 4xx and 5xx answers, a 401 to a WebSocket among them, and network failures as errors. Tests may cause
 * those; 5xx and parts of a page that are missing are watched below. Remix logs the answer that a navigation interrupts while it is read.
 */
const notOfThePage = new RegExp(
  [
    "Failed to load resource",
    "ERR_INTERNET_DISCONNECTED",
    "WebSocket .{1,900} HTTP Authentication failed",
    "^AbortError: (signal is aborted without reason|BodyStreamBuffer was aborted)",
  ].join("|"),
)

/** Collects the faults of every context of a browser. */
export const watchPages = (browser: Browser) => {
  const seen: string[] = []
  const weberror = (thrown: WebError) => seen.push(thrown.error().message)
  const console = (message: ConsoleMessage) => {
    if (message.type() === "error" && !notOfThePage.test(message.text())) seen.push(message.text())
  }
  const response = (answer: Response) => {
    const { pathname } = new URL(answer.url())
    const isMissing =
      answer.status() >= 400 && !pathname.startsWith("/api/") && parts.has(answer.request().resourceType())
    if (answer.status() < 500 && !isMissing) return
    seen.push(`${answer.status()} ${answer.request().method()} ${pathname}`)
  }
  const watch = (context: BrowserContext) => {
    context.on("weberror", weberror)
    context.on("console", console)
    context.on("response", response)
  }
  const end = () => {
    browser.off("context", watch)
    for (const context of browser.contexts()) {
      context.off("weberror", weberror)
      context.off("console", console)
      context.off("response", response)
    }
  }
  browser.contexts().forEach(watch)
  browser.on("context", watch)
  return { seen, end }
}

/** Returns the errors a process has printed since the last call. */
export const watchErrors = (file: string) => {
  let offset = 0
  return () => {
    const bytes = fs.readFileSync(file).subarray(offset)
    const whole = bytes.subarray(0, bytes.lastIndexOf("\n") + 1)
    offset += whole.length
    return whole.toString().split("\n").filter(Boolean)
  }
}
