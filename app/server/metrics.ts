// observe(), gauge(), renderMetrics(): /metrics, in Prometheus' text format.
import { monitorEventLoopDelay } from "node:perf_hooks"

export type RequestKind = "page" | "api" | "realtime" | "storage" | "file" | "health"

const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]
type Histogram = { counts: number[]; sum: number; count: number }

const requests = new Map<string, number>()
const durations = new Map<RequestKind, Histogram>()
const gauges = new Map<string, { help: string; read: () => number }>()
const delay = monitorEventLoopDelay({ resolution: 20 })
delay.enable()

export function observe(kind: RequestKind, method: string, status: number, seconds: number) {
  const known = ["GET", "HEAD", "POST", "PUT", "DELETE"].includes(method) ? method : "other"
  const labels = `kind="${kind}",method="${known}",status="${status}"`
  requests.set(labels, (requests.get(labels) ?? 0) + 1)
  const histogram = durations.get(kind) ?? { counts: BUCKETS.map(() => 0), sum: 0, count: 0 }
  durations.set(kind, histogram)
  histogram.sum += seconds
  histogram.count++
  const bucket = BUCKETS.findIndex((limit) => seconds <= limit)
  if (bucket >= 0) histogram.counts[bucket] = (histogram.counts[bucket] ?? 0) + 1
}

/** Replaces an earlier gauge of the same name. */
export function gauge(name: string, help: string, read: () => number) {
  gauges.set(name, { help, read })
}

gauge("process_resident_memory_bytes", "Resident memory of the process.", () => process.memoryUsage.rss())
gauge("nodejs_heap_used_bytes", "Used JavaScript heap.", () => process.memoryUsage().heapUsed)
gauge("process_uptime_seconds", "Seconds since the start.", () => process.uptime())
gauge("nodejs_eventloop_delay_p99_seconds", "99th percentile of the event loop's delay since the start.", () =>
  Number.isFinite(delay.percentile(99)) ? delay.percentile(99) / 1e9 : 0,
)

export function renderMetrics(): string {
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
    ...[...durations].flatMap(([kind, histogram]) => histogramLines(kind, histogram)),
  ]
  for (const [name, { help, read }] of gauges)
    lines.push(`# HELP ${name} ${help}`, `# TYPE ${name} gauge`, `${name} ${read()}`)
  return `${lines.join("\n")}\n`
}

function histogramLines(kind: RequestKind, { counts, sum, count }: Histogram) {
  const name = "laneway_http_request_duration_seconds"
  let below = 0
  const buckets = BUCKETS.map((limit, index) => {
    below += counts[index] ?? 0
    return `${name}_bucket{kind="${kind}",le="${limit}"} ${below}`
  })
  return [
    ...buckets,
    `${name}_bucket{kind="${kind}",le="+Inf"} ${count}`,
    `${name}_sum{kind="${kind}"} ${sum}`,
    `${name}_count{kind="${kind}"} ${count}`,
  ]
}
