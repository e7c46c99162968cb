import { useLocation, useNavigate } from "@remix-run/react"
import { useCallback, useEffect, useRef } from "react"
import type { Profile } from "~/contract/account"
import type { Plan } from "~/contract/plan"
import { readBoardAddress, readId, type SettingsSection, settingsOverPlans } from "~/contract/shared/deep-link"
import { OnDemand } from "~/ui/parts/on-demand"
import { useWidth } from "~/ui/parts/use-width"

const loadPlanAdmin = () => import("~/ui/settings/plan-admin")
export const preloadPlanAdmin = () => {
  loadPlanAdmin().catch(() => {})
}

/** `pages`: how many history entries back My Plans without settings is. */
type Place = { pages?: number } | null

/** Opens a plan's settings: at the list of sections on a phone, else at the first section. */
export const useOpenSettings = () => {
  const navigate = useNavigate()
  const phone = useWidth() === "phone"
  return ({ id }: Plan) =>
    navigate(settingsOverPlans(id, phone ? undefined : "plan"), { state: { pages: 1 }, preventScrollReset: true })
}

type SettingsOverPlansProps = { plans: readonly Plan[]; user: Profile; onChanged(): void }

/** The settings that the address of My Plans names. */
export const SettingsOverPlans = ({ plans, user, onChanged }: SettingsOverPlansProps) => {
  const navigate = useNavigate()
  const { search, state } = useLocation()
  const params = new URLSearchParams(search)
  const link = readBoardAddress(params)
  const planId = readId(params.get("planId"))
  const plan = plans.find(({ id }) => id === planId)
  const { pages = 0 } = (state as Place) ?? {}
  const { section, webhook } = link?.type === "settings" ? link : {}

  const goTo = useCallback(
    (next: SettingsSection | undefined, nextWebhook?: number) => {
      if (!planId) return
      const up = (section && !next ? 1 : 0) + (webhook && !nextWebhook && (!next || next === section) ? 1 : 0)
      if (up > 0 && pages > up) return navigate(-up)
      // From the list to a section, and to a webhook's page, is a step that Back undoes; from section to section is none.
      const replace = webhook || !nextWebhook ? section !== undefined || next === undefined : false
      navigate(settingsOverPlans(planId, next, nextWebhook), {
        replace,
        state: { pages: replace ? pages : pages + 1 },
        preventScrollReset: true,
      })
    },
    [navigate, planId, section, webhook, pages],
  )
  const changed = useRef(false)
  const change = () => {
    changed.current = true
    onChanged()
  }
  const isOpen = plan !== undefined && link?.type === "settings"
  useEffect(() => {
    // A step between sections interrupts a reload.
    if (isOpen || !changed.current) return
    changed.current = false
    onChanged()
  }, [isOpen, onChanged])
  const close = () => (pages > 0 ? navigate(-pages) : navigate("/", { replace: true, preventScrollReset: true }))

  if (!isOpen) return null
  return (
    <OnDemand layer key={plan.id} load={loadPlanAdmin} onClose={close}>
      {({ PlanAdmin }) => (
        <PlanAdmin
          plan={plan}
          user={user}
          section={section}
          webhook={webhook}
          onSection={goTo}
          onChanged={change}
          onGone={() => {
            changed.current = true
            close()
          }}
          onClose={close}
        />
      )}
    </OnDemand>
  )
}
