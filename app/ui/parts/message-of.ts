import { isOffline, unexplained } from "~/client/api"
import { isRefusal } from "~/contract/problem"
import { common } from "~/ui/parts/texts"

/** The server's sentence for a person, or `otherwise` where it gave none. */
export const messageOf = (thrown: unknown, otherwise: string): string => {
  if (isOffline(thrown)) return common.networkError
  const said = isRefusal(thrown) ? thrown.problem.message || thrown.problem.detail : ""
  return said && said !== unexplained ? said : otherwise
}
