import { Link } from "@remix-run/react"
import type { ReactNode } from "react"
import { selectedPlan } from "~/client/memory/selected-plan"
import type { Profile } from "~/contract/account"
import type { Plan } from "~/contract/plan"
import { ProfileButton } from "~/ui/account/profile-button"
import { NotificationBell } from "~/ui/notification/notification-bell"
import type { BellProps } from "~/ui/notification/notification-host"
import { Tag } from "~/ui/parts/badge"
import { Mark } from "~/ui/parts/brand"
import { PlanPicture } from "~/ui/parts/plan-picture"
import { common } from "~/ui/parts/texts"
import { SubscriptionBadge } from "~/ui/top-bar/subscription-badge"
import { topBar } from "~/ui/top-bar/texts"
import "./top-bar.css"

type TopBarProps = {
  user: Profile
  /** State of the live connection if a plan is open, otherwise of the network. */
  online: boolean
  plan?: Pick<Plan, "id" | "name" | "imageUrl" | "ownerId" | "planRole" | "isArchived">
  /** Called for a press on the plan's name. */
  onEditPlan?(): void
  /** The properties of the bell. */
  bell?: Pick<BellProps, "follow" | "onOpen">
  /** Beside the plan's name. */
  beside?: ReactNode
  /** Parts of the open plan: active users, tools. */
  children?: ReactNode
}

/** Logo, plan name, subscription, the page's own parts, profile. The logo leads to My Plans and clears the current plan. */
export const TopBar = ({ user, online, plan, onEditPlan, bell, beside, children }: TopBarProps) => (
  <header className="top-bar row rigid">
    <Link
      className="logo"
      to="/"
      aria-label={topBar.home}
      data-tip={topBar.homeHint}
      aria-description={topBar.homeHint}
      onClick={selectedPlan.clear}
    >
      <Mark />
    </Link>
    {plan ? (
      <h1>
        <button
          type="button"
          className="plan-button strong row hovers slim"
          data-tip={topBar.editPlan}
          aria-description={topBar.editPlan}
          onClick={onEditPlan}
        >
          <PlanPicture planId={plan.id} url={plan.imageUrl} width={26} height={24} />
          <span className="truncate" dir="auto">
            {plan.name || common.untitledPlan}
          </span>
        </button>
      </h1>
    ) : (
      <b className="brand-name truncate">{common.product}</b>
    )}
    {plan?.planRole === 2 && <Tag>{topBar.viewOnly}</Tag>}
    {user.stripeTrialEnd !== undefined && <SubscriptionBadge {...user} />}
    {beside}
    <span className="grow" />
    {children}
    <NotificationBell userId={user.id} {...bell} />
    <ProfileButton user={user} online={online} plan={plan} />
  </header>
)
