// measureModel(): what /metrics of each process says of requests to the AI model's provider.
import { type ModelOptions, modelFailures } from "~/outside/model.server"
import { counter, timings } from "./metrics"

counter("laneway_model_failures_total", "Failed requests to the AI model’s provider, by reason.", modelFailures)

const times = timings(
  "laneway_model_request_duration_seconds",
  "Time of requests to the AI model’s provider, by its host and how they ended.",
  [0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600],
)

export const measureModel: NonNullable<ModelOptions["measure"]> = (provider, outcome, seconds) =>
  times(`provider="${provider}",outcome="${outcome}"`, seconds)
