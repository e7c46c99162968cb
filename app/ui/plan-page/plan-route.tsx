import type { ReactNode } from "react"
import { type Local, useLocalFirst } from "~/client/offline/local-first"
import type { PlanPath } from "~/contract/shared/deep-link"
import { Loading } from "~/ui/parts/loading"
import { usePlanInAddress } from "~/ui/plan-page/use-plan-in-address"
import { useAfterSignIn } from "~/ui/sign-in/after-sign-in"
import { ShellPage } from "~/ui/top-bar/shell-page"

type PlanRouteProps<User> = {
  /** Under which this browser keeps a copy of the page's data. */
  page: string
  path: PlanPath
  data: Local<{ user: User | null }>
  open(planId: number, user: User): ReactNode
  /** Until the person is known. */
  waiting(planId: number): ReactNode
}

/** A page of the plan in the address, else of this tab's current plan; without either it leads to My Plans. */
export const PlanRoute = <User extends { id: number; language: string | null }>({
  page,
  path,
  data,
  open,
  waiting,
}: PlanRouteProps<User>) => {
  const local = useLocalFirst(page, data)
  const planId = usePlanInAddress(path)
  useAfterSignIn()
  if (planId === undefined) return <Loading />
  return data.user ? open(planId, data.user) : <ShellPage {...local}>{waiting(planId)}</ShellPage>
}
