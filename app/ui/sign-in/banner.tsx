import { CircleAlert, Info, MailCheck } from "lucide-react"
import type { ReactNode } from "react"

const icons = { good: MailCheck, bad: CircleAlert, warn: Info }

/** A message of the sign-in page. */
export const Banner = ({ kind, children }: { kind: keyof typeof icons; children: ReactNode }) => {
  const Icon = icons[kind]
  return (
    <p className="login-banner breaks" data-tone={kind}>
      <Icon className="icon" aria-hidden="true" />
      <span>{children}</span>
    </p>
  )
}
