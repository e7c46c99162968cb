import { ArrowLeft, LogOut, Pencil, Repeat, X } from "lucide-react"
import { type RefObject, useState } from "react"
import { Dialog, Popover } from "react-aria-components"
import { forgetPerson } from "~/client/browser-memory"
import type { Profile } from "~/contract/account"
import { ProfileEdit } from "~/ui/account/profile-edit"
import { Avatar } from "~/ui/parts/avatar"
import { IconButton } from "~/ui/parts/button"
import { Segmented } from "~/ui/parts/segmented"
import { account } from "~/ui/texts/account"
import { setTheme, type Theme, useTheme } from "~/ui/theme/theme"
import "./profile-menu.css"

type ProfileMenuProps = {
  user: Profile
  online: boolean
  anchor: RefObject<HTMLElement | null>
  onClose(): void
}

/** Main and edit. Import it lazily: it brings the popover's code. */
export const ProfileMenu = ({ user, online, anchor, onClose }: ProfileMenuProps) => {
  const [mode, setMode] = useState<"main" | "edit">("main")
  return (
    <Popover
      className="pop pop-over profile-menu"
      triggerRef={anchor}
      placement="bottom end"
      offset={6}
      isOpen
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
    >
      <Dialog aria-label={account.profile}>
        {mode === "main" ? (
          <Main user={user} online={online} onEdit={() => setMode("edit")} onClose={onClose} />
        ) : (
          <>
            <header className="row">
              <IconButton label={account.back} ref={focusQuietly} onClick={() => setMode("main")}>
                <ArrowLeft className="i" aria-hidden="true" />
              </IconButton>
              <h2>{account.edit}</h2>
            </header>
            <ProfileEdit user={user} />
          </>
        )}
      </Dialog>
    </Popover>
  )
}

/** Focus follows into the other mode; the page below does not move for it. */
const focusQuietly = (button: HTMLButtonElement | null) => button?.focus({ preventScroll: true })

type MainProps = { user: Profile; online: boolean; onEdit(): void; onClose(): void }

const Main = ({ user, online, onEdit, onClose }: MainProps) => {
  const leave = (address: string) => {
    forgetPerson()
    window.location.assign(address)
  }
  return (
    <>
      <header className="row person">
        <Avatar person={user} size={40} presence={online ? "online" : "offline"} />
        <div className="grow">
          <h2 className="trunc">{user.userName}</h2>
          <p className="muted trunc">{user.email}</p>
        </div>
        <IconButton label={account.edit} onClick={onEdit}>
          <Pencil className="i" aria-hidden="true" />
        </IconButton>
        <IconButton label={account.close} onClick={onClose}>
          <X className="i" aria-hidden="true" />
        </IconButton>
      </header>
      <div className="part theme">
        <ThemeChoice />
      </div>
      <div className="part">
        <button type="button" className="li" onClick={() => leave("/api/auth/switch-account")}>
          <Repeat className="i" aria-hidden="true" />
          {account.switchAccount}
        </button>
        <button type="button" className="li" onClick={() => leave("/api/auth/logoff")}>
          <LogOut className="i" aria-hidden="true" />
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
