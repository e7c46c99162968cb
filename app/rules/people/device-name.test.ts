import { expect, test } from "vitest"
import { deviceKind, deviceName } from "./device-name"

test.each([
  ["Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:128.0) Gecko/20100101 Firefox/128.0", "Firefox on Windows"],
  [
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/127.0 Safari/537.36",
    "Chrome on macOS",
  ],
  [
    "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/127.0 Safari/537.36 Edg/127.0",
    "Edge on Windows",
  ],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Version/17.5 Mobile Safari/604.1",
    "Safari on iPhone",
  ],
  [
    "Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/127.0 Mobile Safari/537.36",
    "Chrome on Android",
  ],
  ["curl/8.6.0", undefined],
  [null, undefined],
])("%s is %s", (userAgent, name) => expect(deviceName(userAgent)).toBe(name))

test.each([
  ["Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) Version/17.5 Mobile Safari/604.1", "phone"],
  ["Mozilla/5.0 (iPad; CPU OS 17_5 like Mac OS X) Version/17.5 Safari/604.1", "handheld"],
  ["Mozilla/5.0 (Linux; Android 14) Chrome/127.0 Mobile Safari/537.36", "handheld"],
  ["Mozilla/5.0 (X11; Linux x86_64) Chrome/127.0 Safari/537.36", "computer"],
  [null, "computer"],
])("%s is a %s", (userAgent, kind) => expect(deviceKind(userAgent)).toBe(kind))
