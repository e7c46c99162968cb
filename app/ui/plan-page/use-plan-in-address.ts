import { useNavigate, useSearchParams } from "@remix-run/react"
import { useEffect, useState } from "react"
import { keepsDialogs } from "~/client/history-guard"
import { savedDeepLink, selectedPlan } from "~/client/memory/selected-plan"
import {
  filterQuery,
  type PlanPath,
  planAddress,
  readBoardAddress,
  readId,
  readLayout,
  withFilter,
  withLayout,
} from "~/contract/shared/deep-link"

/** The plan in the address, else this tab's current plan; without either it leads to My Plans. */
export const usePlanInAddress = (path: PlanPath): number | undefined => {
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const named = search.get("planId")
  const [planId, setPlanId] = useState<number>()

  useEffect(() => {
    const id = readId(named)
    if (id) selectedPlan.write(id)
    // After a reload with an open dialog, the page updates that address itself.
    if (named !== null && !(id && keepsDialogs())) {
      const link = id && readBoardAddress(search)
      if (link) savedDeepLink.write(link)
      else savedDeepLink.clear()
      const address = id && withFilter(planAddress(path, id), id, withLayout(readLayout(search), filterQuery(search)))
      if (address) window.history.replaceState(window.history.state, "", address)
    }
    const opened = id ?? selectedPlan.read()
    if (opened === undefined) navigate("/", { replace: true })
    else setPlanId(opened)
  }, [named, search, navigate, path])
  return planId
}
