// readProcess(product): the CPU time and memory of the product's process, from its /metrics.

export type ProcessUse = { cpuMs: number; mebibytes: number }

export const readProcess = async ({ url }: { url: string }): Promise<ProcessUse> => {
  const text = await (await fetch(`${url}/metrics`)).text()
  const value = (name: string) => Number(new RegExp(`^${name} (\\S+)`, "m").exec(text)?.[1])
  return {
    cpuMs: value("process_cpu_seconds_total") * 1_000,
    mebibytes: value("process_resident_memory_bytes") / 1_048_576,
  }
}
