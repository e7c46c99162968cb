import { useEffect, useRef, useState } from "react"
import { call } from "~/client/api"
import type { Profile } from "~/contract/account"
import type { Plan } from "~/contract/plan"
import { userCalls } from "~/contract/user"
import { profileButton } from "~/ui/account/button-texts"
import { Avatar } from "~/ui/parts/avatar"
import { OnDemand } from "~/ui/parts/on-demand"

const loadMenu = () => import("~/ui/account/profile-menu")

type ProfileButtonProps = {
  user: Profile
  online: boolean
  /** The open plan. */
  plan?: Pick<Plan, "id" | "ownerId" | "planRole" | "isArchived">
}

/** The profile button of the top bar. Its dot shows the connection. */
export const ProfileButton = ({ user, online, plan }: ProfileButtonProps) => {
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const close = () => setOpen(false)
  useTimeZone(user, online)
  return (
    <>
      <button
        ref={button}
        type="button"
        className="avatar-button anchor"
        data-tip={user.userName}
        aria-label={profileButton.label}
        aria-description={online ? profileButton.online : profileButton.offline}
        aria-haspopup="dialog"
        aria-expanded={open}
        onPointerEnter={() => loadMenu().catch(() => {})}
        onClick={() => setOpen(true)}
      >
        <Avatar person={user} size={28} presence={online ? "online" : "offline"} />
      </button>
      {open && (
        <OnDemand layer load={loadMenu} onClose={close}>
          {({ ProfileMenu }) => <ProfileMenu user={user} online={online} plan={plan} anchor={button} onClose={close} />}
        </OnDemand>
      )}
    </>
  )
}

const sentFor = new Set<number>()

/** Stores the browser's time zone for a person who has none yet. */
const useTimeZone = ({ id, timeZone }: Profile, online: boolean) => {
  useEffect(() => {
    if (timeZone !== null || !online || sentFor.has(id)) return
    sentFor.add(id)
    // Another page tells it after a failure.
    call(userCalls.update, { id, timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone }).catch(() => {})
  }, [id, timeZone, online])
}
