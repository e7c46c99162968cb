import { lazy, Suspense, useRef, useState } from "react"
import type { Profile } from "~/contract/account"
import { Avatar } from "~/ui/parts/avatar"
import { account } from "~/ui/texts/account"

const loadMenu = () => import("~/ui/account/profile-menu")
const ProfileMenu = lazy(async () => ({ default: (await loadMenu()).ProfileMenu }))

/** The avatar at the right of the top bar. Its dot follows the live connection. */
export const ProfileButton = ({ user, online }: { user: Profile; online: boolean }) => {
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  return (
    <>
      <button
        ref={button}
        type="button"
        className="au"
        title={user.userName}
        aria-label={account.profile}
        aria-description={online ? account.online : account.offline}
        aria-haspopup="dialog"
        aria-expanded={open}
        onPointerEnter={loadMenu}
        onClick={() => setOpen(true)}
      >
        <Avatar person={user} size={28} presence={online ? "online" : "offline"} />
      </button>
      {open && (
        <Suspense fallback={null}>
          <ProfileMenu user={user} online={online} anchor={button} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
