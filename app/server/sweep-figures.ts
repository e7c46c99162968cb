// readSweeps(): what the sweeps of all processes have done, for /metrics.
import { type SweepFigures, sweepFigures } from "~/database/sweep.server"
import { counter, gauge } from "./metrics"

let sweeps: SweepFigures[] = []

export const readSweeps = async () => {
  sweeps = await sweepFigures()
}

counter("laneway_swept_rows_total", "Rows removed by sweeps of all processes, as of the last minute.", () =>
  sweeps.map(({ name, removed }) => [`sweep="${name}"`, removed]),
)
gauge("laneway_sweep_last_success_timestamp_seconds", "When each sweep last succeeded; 0: not yet.", () =>
  sweeps.map(({ name, done }) => [`sweep="${name}"`, done]),
)
