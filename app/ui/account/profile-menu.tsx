import "./profile-menu.css"
import { Link } from "@remix-run/react"
import clsx from "clsx"
import {
  ArrowLeft,
  Bot,
  CalendarSync,
  CreditCard,
  LogOut,
  MonitorSmartphone,
  Pencil,
  Repeat,
  ShieldCheck,
  Users,
  X,
} from "lucide-react"
import { type ReactNode, type RefObject, useContext, useState } from "react"
import { Dialog, Popover } from "react-aria-components"
import type { Profile } from "~/contract/account"
import { canInSystem } from "~/contract/capability"
import type { Plan } from "~/contract/plan"
import { Agents } from "~/ui/account/agents"
import { BillingOverview } from "~/ui/account/billing-overview"
import { profileButton } from "~/ui/account/button-texts"
import { Feeds } from "~/ui/account/feeds"
import { leave } from "~/ui/account/leave"
import { ProfileEdit } from "~/ui/account/profile-edit"
import { Sessions } from "~/ui/account/sessions"
import { account } from "~/ui/account/texts"
import { openChat } from "~/ui/message/open-chat"
import { Avatar } from "~/ui/parts/avatar"
import { IconButton } from "~/ui/parts/button"
import { DialogFrame } from "~/ui/parts/dialog/dialog"
import type { Message } from "~/ui/parts/dialog/message-dialog"
import { isPhone } from "~/ui/parts/dialog/use-dialog-place"
import { useMessage } from "~/ui/parts/dialog/use-message"
import { Layer } from "~/ui/parts/layer"
import { Segmented } from "~/ui/parts/segmented"
import { common } from "~/ui/parts/texts"
import { useBackCloses } from "~/ui/parts/use-back-closes"
import { BoardContext } from "~/ui/plan/board-context"
import { PlanMembers } from "~/ui/settings/plan-members"
import { setTheme, type Theme, useTheme } from "~/ui/theme/theme"

type ProfileMenuProps = {
  user: Profile
  online: boolean
  /** The open plan, which adds its people and mail preferences. */
  plan?: Pick<Plan, "id" | "ownerId" | "planRole" | "isArchived">
  anchor: RefObject<HTMLElement | null>
  onClose(): void
}

/** The profile menu, a sheet on a phone: main, edit, sessions, agents, calendar feeds, users and billing. Import it lazily: it loads the popover's code. */
export const ProfileMenu = ({ user, online, plan, anchor, onClose }: ProfileMenuProps) => {
  const [mode, setMode] = useState<"main" | "edit" | "sessions" | "agents" | "feeds" | "users" | "billing">("main")
  useBackCloses(() => setMode("main"), mode !== "main")
  const [message, show] = useMessage()
  const board = useContext(BoardContext)
  const chat = (userId: number) => {
    onClose()
    if (board) openChat(board.view, userId)
  }
  const content = (
    <>
      {mode === "edit" ? (
        <Mode title={account.edit} onBack={() => setMode("main")}>
          <ProfileEdit user={user} planId={plan?.id} />
        </Mode>
      ) : mode === "sessions" ? (
        <Mode title={account.sessions} onBack={() => setMode("main")}>
          <Sessions />
        </Mode>
      ) : mode === "agents" ? (
        <Mode title={account.agents} onBack={() => setMode("main")}>
          <Agents />
        </Mode>
      ) : mode === "feeds" ? (
        <Mode title={account.feeds} onBack={() => setMode("main")}>
          <Feeds />
        </Mode>
      ) : mode === "billing" ? (
        <Mode title={account.billing} onBack={() => setMode("main")}>
          <BillingOverview show={show} />
        </Mode>
      ) : mode === "users" && plan ? (
        <Mode title={account.users} onBack={() => setMode("main")}>
          <PlanMembers plan={plan} user={user} show={show} onLeft={onClose} onMessage={board && chat} />
        </Mode>
      ) : (
        <Main user={user} online={online} onMode={setMode} inPlan={plan !== undefined} onClose={onClose} show={show} />
      )}
      {message}
    </>
  )
  const className = clsx("profile-menu anchor", mode !== "main" && mode !== "edit" && "broad")
  return isPhone() ? (
    <DialogFrame label={profileButton.label} className={className} sheet dismissable onClose={onClose}>
      {content}
    </DialogFrame>
  ) : (
    <Popover
      className="popover"
      triggerRef={anchor}
      placement="bottom end"
      offset={6}
      isOpen
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
    >
      <Dialog aria-label={profileButton.label} className={className}>
        <Layer onClose={onClose} />
        {content}
      </Dialog>
    </Popover>
  )
}

type ModeProps = { title: string; onBack(): void; children: ReactNode }

const Mode = ({ title, onBack, children }: ModeProps) => (
  <>
    <header className="row">
      <IconButton label={common.back} ref={focusQuietly} onClick={onBack}>
        <ArrowLeft className="icon" aria-hidden="true" />
      </IconButton>
      <h2>{title}</h2>
    </header>
    {children}
  </>
)

/** Moves the focus into a new mode without scrolling the page. */
const focusQuietly = (button: HTMLButtonElement | null) => button?.focus({ preventScroll: true })

type MainProps = {
  user: Profile
  online: boolean
  inPlan: boolean
  onMode(mode: "edit" | "sessions" | "agents" | "feeds" | "users" | "billing"): void
  onClose(): void
  show(message: Message): Promise<boolean>
}

const Main = ({ user, online, inPlan, onMode, onClose, show }: MainProps) => {
  return (
    <>
      <header className="row person">
        <Avatar person={user} size={40} presence={online ? "online" : "offline"} />
        <div className="grow">
          <h2 className="truncate">{user.userName}</h2>
          <p className="muted truncate">{user.email}</p>
        </div>
        <IconButton label={account.edit} onClick={() => onMode("edit")}>
          <Pencil className="icon" aria-hidden="true" />
        </IconButton>
        <IconButton label={account.close} onClick={onClose}>
          <X className="icon" aria-hidden="true" />
        </IconButton>
      </header>
      <div className="part theme">
        <ThemeChoice />
      </div>
      <div className="part">
        {inPlan && (
          <button type="button" className="list-row" onClick={() => onMode("users")}>
            <Users className="icon" aria-hidden="true" />
            {account.users}
          </button>
        )}
        <button type="button" className="list-row" onClick={() => onMode("sessions")}>
          <MonitorSmartphone className="icon" aria-hidden="true" />
          {account.sessions}
        </button>
        <button type="button" className="list-row" onClick={() => onMode("agents")}>
          <Bot className="icon" aria-hidden="true" />
          {account.agents}
        </button>
        <button type="button" className="list-row" onClick={() => onMode("feeds")}>
          <CalendarSync className="icon" aria-hidden="true" />
          {account.feeds}
        </button>
        {user.stripeTrialEnd !== undefined && (
          <button type="button" className="list-row" onClick={() => onMode("billing")}>
            <CreditCard className="icon" aria-hidden="true" />
            {account.billing}
          </button>
        )}
        {canInSystem(user.role, "administer") && (
          <Link className="list-row" to="/admin" onClick={onClose}>
            <ShieldCheck className="icon" aria-hidden="true" />
            {account.administration}
          </Link>
        )}
        <button
          type="button"
          className="list-row"
          onClick={() => void leave(user.id, "/api/auth/switch-account", show)}
        >
          <Repeat className="icon" aria-hidden="true" />
          {account.switchAccount}
        </button>
        <button type="button" className="list-row" onClick={() => void leave(user.id, "/api/auth/logoff", show)}>
          <LogOut className="icon" aria-hidden="true" />
          {account.logout}
        </button>
      </div>
    </>
  )
}

const themes: Theme[] = ["system", "light", "dark"]

const ThemeChoice = () => (
  <Segmented
    label={account.theme}
    value={useTheme()}
    options={themes.map((theme) => ({ value: theme, label: account.themes[theme] }))}
    onChange={setTheme}
  />
)
