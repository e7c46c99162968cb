import { expect, test } from "vitest"
import { kindOf } from "./file-kind.server"

const utf16 = (text: string, order: "le" | "be") => {
  const bytes = Buffer.from(`\ufeff${text}`, "utf16le")
  return new Uint8Array(order === "be" ? bytes.swap16() : bytes)
}
const bytes = (text: string) => new TextEncoder().encode(text)
const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'

/** A frame of 128 kbit/s at 44.1 kHz, as MP3 encoders write it. */
const frame = () => {
  const made = new Uint8Array(417)
  made.set([0xff, 0xfb, 0x90, 0x64])
  return made
}
const frames = (count: number) => new Uint8Array(Array.from({ length: count }, () => [...frame()]).flat())

test.each<[string, Uint8Array, string, string]>([
  ["UTF-16 text", utf16("Minutes of the meeting, ÿûþ", "le"), ".txt", "text/plain"],
  ["UTF-16 text, big endian", utf16("Minutes", "be"), ".txt", "text/plain"],
  ["a UTF-16 table", utf16("goal,action", "le"), ".csv", "text/csv"],
  ["a UTF-16 SVG", utf16(svg, "le"), ".svg", "image/svg+xml"],
  ["a UTF-16 SVG with a header", utf16(`<?xml version="1.0" encoding="utf-16"?>${svg}`, "be"), ".mp3", "image/svg+xml"],
  ["a UTF-16 page", utf16("<!doctype html><script>alert(1)</script>", "le"), ".mp3", "text/html"],
  ["an SVG", bytes(svg), ".svg", "image/svg+xml"],
  ["an SVG after a comment", bytes(`<!-- ${"long ".repeat(1_000)} -->\n${svg}`), ".svg", "image/svg+xml"],
  ["a prefixed SVG", bytes('<s:svg xmlns:s="http://www.w3.org/2000/svg"/>'), ".svg", "image/svg+xml"],
  [
    "XML without its header",
    bytes('<note xmlns:h="http://www.w3.org/1999/xhtml"><h:script/></note>'),
    ".txt",
    "application/xml",
  ],
  ["XML that begins with a comment", bytes('<!-- a --><rss version="2.0"></rss>'), ".xml", "application/xml"],
  ["a page", bytes("<html><body>"), ".txt", "text/html"],
  ["a page after a comment", bytes("<!-- a --><script>alert(1)</script>"), ".txt", "text/html"],
  ["text", bytes("a < b"), ".txt", "text/plain"],
  ["text in angle brackets", bytes("<3 you all"), ".txt", "text/plain"],
  ["a frame of MP3", frames(8), ".mp3", "audio/mpeg"],
  [
    "an SVG after a document type",
    bytes(`<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "svg11.dtd" [<!ENTITY a "b">]>${svg}`),
    ".txt",
    "image/svg+xml",
  ],
  ["XML whose comment has no end", bytes(`<!-- ${"a".repeat(16_000)}`), ".txt", "application/xml"],
  ["nothing", new Uint8Array(0), ".txt", "text/plain"],
])("%s", async (_, head, extension, type) => {
  expect(await kindOf(head, extension)).toBe(type)
})
