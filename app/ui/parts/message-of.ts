import { isOffline, unexplained } from "~/client/api"
import { isRefusal } from "~/contract/problem"
import { problemText } from "~/contract/shared/language/problem-text"
import { common } from "~/ui/parts/texts"

/** The server's message for a person, or `otherwise` without one. */
export const messageOf = (thrown: unknown, otherwise: string): string => {
  if (isOffline(thrown)) return common.networkError
  const said = isRefusal(thrown) ? thrown.problem.message || thrown.problem.detail : ""
  return said && said !== unexplained ? problemText(said) : otherwise
}
