// log(level, message, fields), setLogLevel(level): one JSON line per entry, with secrets hidden.
import { codeOf } from "~/contract/problem"

const levels = ["debug", "info", "warn", "error"] as const
export type LogLevel = (typeof levels)[number]
export type Log = (level: LogLevel, message: string, fields?: Record<string, unknown>) => void

let least = levels.indexOf("info")

export const setLogLevel = (level: LogLevel) => {
  least = levels.indexOf(level)
}

export const log: Log = (level, message, fields = {}) => {
  if (levels.indexOf(level) < least) return
  const line = JSON.stringify({ time: new Date().toISOString(), level, message, ...fields }, readable)
  ;(level === "error" ? process.stderr : process.stdout).write(`${line}\n`)
}

const secretName = /secret|password|token|authorization|cookie|api_?key|anonkey|rolekey/i
const secretInUrl =
  /(:\/\/[^\s:@/]{0,300}:)[^\s@/]{1,2000}@|([?&](?:token|code|key|apikey|access_token)=|(?<!\/api)\/(?:public|feed)\/)[^&?/\s"]+/gi

const readable = (name: string, value: unknown): unknown => {
  if (secretName.test(name) && value != null) return "(hidden)"
  if (value instanceof Error) {
    const { name: kind, message, stack, cause } = value
    return { kind, code: codeOf(value), message, stack, cause }
  }
  if (typeof value === "bigint") return Number(value)
  return typeof value === "string" ? value.replace(secretInUrl, hideInUrl) : value
}

const hideInUrl = (_whole: string, account?: string, parameter?: string) =>
  account ? `${account}(hidden)@` : `${parameter}(hidden)`
