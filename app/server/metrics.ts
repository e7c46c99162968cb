// observe(), gauge(), counter(), timings(), renderMetrics(): /metrics, in Prometheus' text format.
import { monitorEventLoopDelay } from "node:perf_hooks"

export type RequestKind = "page" | "api" | "realtime" | "storage" | "file" | "health" | "agent"

const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]
const STALL_BUCKETS = [0.01, 0.025, 0.05, 0.075, 0.1, 0.15, 0.2, 0.25, 0.35, 0.5, 0.75, 1, 2.5, 5]
type Histogram = { limits: number[]; counts: number[]; sum: number; count: number }

const requests = new Map<string, number>()
const durations = new Map<RequestKind, Histogram>()
type Reading = number | [labels: string, value: number][]
const readings = new Map<string, { type: "gauge" | "counter"; help: string; read: () => Reading }>()
const RESOLUTION_MS = 20
const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
delay.enable()

const second = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
second.enable()
/** The monitor's delays include the interval at which it looks. */
const measureStalls = () => {
  const seconds = Math.max(0, second.max / 1e9 - RESOLUTION_MS / 1e3)
  second.reset()
  add(stalls, seconds)
  longest.push(seconds)
  if (longest.length > 60) longest.shift()
}

const histogramOf = (limits: number[]): Histogram => {
  return { limits, counts: limits.map(() => 0), sum: 0, count: 0 }
}

const add = (histogram: Histogram, seconds: number) => {
  histogram.sum += seconds
  histogram.count++
  const bucket = histogram.limits.findIndex((limit) => seconds <= limit)
  if (bucket >= 0) histogram.counts[bucket] = (histogram.counts[bucket] ?? 0) + 1
}

const stalls = histogramOf(STALL_BUCKETS)
/** Of each of the last 60 seconds. */
const longest: number[] = []
setInterval(measureStalls, 1_000).unref()

/** Counts stalls from now on: while a process starts, no request waits for it. */
export const countStalls = () => {
  second.reset()
  longest.length = 0
  Object.assign(stalls, histogramOf(STALL_BUCKETS))
}

export const observe = (kind: RequestKind, method: string, status: number, seconds: number) => {
  const known = ["GET", "HEAD", "POST", "PUT", "DELETE"].includes(method) ? method : "other"
  const labels = `kind="${kind}",method="${known}",status="${status}"`
  requests.set(labels, (requests.get(labels) ?? 0) + 1)
  const histogram = durations.get(kind) ?? histogramOf(BUCKETS)
  durations.set(kind, histogram)
  add(histogram, seconds)
}

/** Replaces an earlier gauge of the same name. `read`: its value, or one for each set of labels. */
export const gauge = (name: string, help: string, read: () => Reading) => {
  readings.set(name, { type: "gauge", help, read })
}

/** A number that only grows. Replaces an earlier counter of the same name. */
export const counter = (name: string, help: string, read: () => Reading) => {
  readings.set(name, { type: "counter", help, read })
}

const timed = new Map<string, { help: string; histograms: Map<string, Histogram> }>()

/** Times in seconds by labels, which have few values. Replaces earlier ones of the same name. */
export const timings = (name: string, help: string, limits: number[]) => {
  const histograms = new Map<string, Histogram>()
  timed.set(name, { help, histograms })
  return (labels: string, seconds: number) => {
    const histogram = histograms.get(labels) ?? histogramOf(limits)
    histograms.set(labels, histogram)
    add(histogram, seconds)
  }
}

gauge("process_resident_memory_bytes", "Resident memory of the process.", () => process.memoryUsage.rss())
gauge("nodejs_heap_used_bytes", "Used JavaScript heap.", () => process.memoryUsage().heapUsed)
gauge("process_uptime_seconds", "Seconds since the start.", () => process.uptime())
gauge("nodejs_eventloop_delay_p99_seconds", "99th percentile of the event loop's delay since the start.", () =>
  Number.isFinite(delay.percentile(99)) ? delay.percentile(99) / 1e9 : 0,
)

gauge("laneway_event_loop_longest_stall_seconds", "Longest stall of the event loop in the last minute.", () =>
  Math.max(0, ...longest),
)

export const renderMetrics = (): string => {
  const cpu = process.cpuUsage()
  const lines = [
    "# HELP process_cpu_seconds_total CPU time of the process.",
    "# TYPE process_cpu_seconds_total counter",
    `process_cpu_seconds_total ${(cpu.user + cpu.system) / 1e6}`,
    "# HELP laneway_http_requests_total Requests answered.",
    "# TYPE laneway_http_requests_total counter",
    ...[...requests].map(([labels, count]) => `laneway_http_requests_total{${labels}} ${count}`),
    "# HELP laneway_http_request_duration_seconds Time from the request's head to the end of the response.",
    "# TYPE laneway_http_request_duration_seconds histogram",
    ...[...durations].flatMap(([kind, histogram]) =>
      histogramLines("laneway_http_request_duration_seconds", histogram, `kind="${kind}"`),
    ),
    "# HELP laneway_event_loop_stall_seconds Longest stall of the event loop in each second.",
    "# TYPE laneway_event_loop_stall_seconds histogram",
    ...histogramLines("laneway_event_loop_stall_seconds", stalls),
  ]
  for (const [name, { help, histograms }] of timed) {
    lines.push(`# HELP ${name} ${help}`, `# TYPE ${name} histogram`)
    for (const [labels, histogram] of histograms) lines.push(...histogramLines(name, histogram, labels))
  }
  for (const [name, { type, help, read }] of readings) {
    const reading = read()
    const values =
      typeof reading === "number" ? [`${name} ${reading}`] : reading.map(([of, value]) => `${name}{${of}} ${value}`)
    lines.push(`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...values)
  }
  return `${lines.join("\n")}\n`
}

const histogramLines = (name: string, { limits, counts, sum, count }: Histogram, label = "") => {
  let below = 0
  const buckets = limits.map((limit, index) => {
    below += counts[index] ?? 0
    return `${name}_bucket{${label && `${label},`}le="${limit}"} ${below}`
  })
  const labels = label && `{${label}}`
  return [
    ...buckets,
    `${name}_bucket{${label && `${label},`}le="+Inf"} ${count}`,
    `${name}_sum${labels} ${sum}`,
    `${name}_count${labels} ${count}`,
  ]
}
