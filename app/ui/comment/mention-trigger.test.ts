import { expect, test } from "vitest"
import { mentionTrigger } from "./mention-trigger"

test.each([
  ["@", ""],
  ["@Ada", "Ada"],
  ["Ask @Ada ", "Ada "],
  ["Ask @Ada Ex", "Ada Ex"],
  ["(@Ada", "Ada"],
  ["“@Ada", "Ada"],
  ["你好@Ada", "Ada"],
  ["ユーザー@Ada", "Ada"],
  ["佐々木@Ada", "Ada"],
  ["สวัสดีครับ@Ada", "Ada"],
  ["ສະບາຍດີ@Ada", "Ada"],
  ["안녕@Ada", "Ada"],
  ["＠Ada", "Ada"],
  ["你好＠", ""],
  ["привет@Ada", undefined],
  ["adé＠example", undefined],
  ["first\n@Ada", "Ada"],
  ["@Bo, @Ada", "Ada"],
  ["ada@example.org", undefined],
  ["7@8", undefined],
  ["@ noon", undefined],
  ["@Ada\nmore", undefined],
])("after %j people are searched for %j", (text, query) => expect(mentionTrigger.exec(text)?.[2]).toBe(query))
