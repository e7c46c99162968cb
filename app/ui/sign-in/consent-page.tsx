import { Form, useNavigation } from "@remix-run/react"
import { CircleAlert, Clock, LoaderCircle, Monitor, ShieldAlert, ShieldCheck } from "lucide-react"
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from "react"
import type { AccessLevel } from "~/contract/capability"
import type { PlanRole } from "~/contract/role"
import { dateFormat } from "~/contract/shared/language/format"
import { isLoopback } from "~/contract/shared/loopback"
import { Avatar } from "~/ui/parts/avatar"
import { RowIcon } from "~/ui/parts/badge"
import { Mark } from "~/ui/parts/brand"
import { Button, buttonClass } from "~/ui/parts/button"
import { Checkbox } from "~/ui/parts/checkbox"
import { PlanPicture } from "~/ui/parts/plan-picture"
import { Segmented } from "~/ui/parts/segmented"
import { common, planRoles } from "~/ui/parts/texts"
import { consentTexts } from "~/ui/sign-in/consent-texts"
import "./consent.css"

type Listed = { id: number; name: string; imageUrl: string; planRole: PlanRole | null }
type Asking = {
  state: "asking"
  request: string
  name: string
  host: string
  verified: boolean
  person: { id: number; userName: string; email: string }
  plans: Listed[]
  levels: AccessLevel[]
  now: string
  switchTo: string
}
type Refused = { state: "refused"; reason: keyof typeof consentTexts.refused }

/** Asks whether an agent may act for the person, or says why it can't be asked. */
export const ConsentPage = ({ shown }: { shown: Asking | Refused }) => {
  const navigation = useNavigation()
  const sent = navigation.formData
  return (
    <div className="consent-page">
      <header className="brand">
        <Mark />
        {common.product}
      </header>
      <main>
        {shown.state === "refused" ? (
          <Said
            icon={shown.reason === "expired" ? <Clock className="icon" /> : <CircleAlert className="icon" />}
            {...consentTexts.refused[shown.reason]}
          >
            <a className={buttonClass()} href="/">
              {consentTexts.toPlans}
            </a>
          </Said>
        ) : sent ? (
          <Said
            icon={<LoaderCircle className="icon" />}
            heading={consentTexts.returning(placeOf(shown.host))}
            text={
              sent.get("answer") === "allow"
                ? consentTexts.allowed[sent.get("access") as AccessLevel](
                    shown.name,
                    sent.get("plans") === "all"
                      ? consentTexts.everywhere
                      : consentTexts.where(sent.getAll("plan").length),
                  )
                : consentTexts.denied(shown.name)
            }
          />
        ) : (
          <Question {...shown} />
        )}
      </main>
    </div>
  )
}

/** A program's own scheme names no host. */
const isProgram = (host: string) => host.endsWith(":") || isLoopback(host.replace(/:\d+$/, ""))
const placeOf = (host: string) => (isProgram(host) ? consentTexts.theProgram : host)

type SaidProps = { icon: ReactNode; heading: string; text: string; children?: ReactNode }

const Said = ({ icon, heading, text, children }: SaidProps) => (
  <section className="consent-card consent-said surface flow" role="status">
    <div className="row">
      <RowIcon>{icon}</RowIcon>
      <h1 className="grow breaks">{heading}</h1>
    </div>
    <p className="secondary breaks">{text}</p>
    {children}
  </section>
)

type Days = "30" | "365" | ""
const dayOfYear = dateFormat({ day: "numeric", month: "long", year: "numeric" })
const firstShown = 4

const Question = ({ request, name, host, verified, person, plans, levels, now, switchTo }: Asking) => {
  const heading = useRef<HTMLHeadingElement>(null)
  const [chosen, setChosen] = useState<number[] | null>(null)
  const [ticked, setTicked] = useState<number[]>([])
  const [access, setAccess] = useState<AccessLevel>(levels.includes("propose") ? "propose" : (levels[0] ?? "read"))
  const [days, setDays] = useState<Days>("365")
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  const choose = (ids: number[]) => {
    setTicked(ids)
    setChosen(ids)
  }
  const until = days === "" ? undefined : new Date(Date.parse(now) + Number(days) * 86_400_000)
  return (
    <Form method="post" action="/oauth/authorize" className="consent-card surface flow" onKeyDown={pressNothing}>
      <input type="hidden" name="request" value={request} />
      {chosen?.map((id) => (
        <input key={id} type="hidden" name="plan" value={id} />
      ))}
      <div className="row">
        <span className="consent-tile centered rigid" aria-hidden="true">
          {[...name][0]?.toUpperCase()}
        </span>
        <div className="grow breaks">
          <h1 ref={heading} tabIndex={-1} dir="auto">
            {consentTexts.heading(name)}
          </h1>
          <p className={verified ? "row fine consent-verified" : "row fine secondary"}>
            {verified && <ShieldCheck className="icon small" aria-hidden="true" />}
            {!verified && isProgram(host) && <Monitor className="icon small" aria-hidden="true" />}
            <span>
              {!verified && isProgram(host) && `${consentTexts.program} `}
              <b>{host}</b>
              {verified && `, ${consentTexts.verified}`}
            </span>
          </p>
        </div>
      </div>
      {!verified && (
        <p className="row consent-beware breaks">
          <ShieldAlert className="icon" aria-hidden="true" />
          <span>
            <b>{consentTexts.notVerified}</b> {consentTexts.beware(name)}
          </span>
        </p>
      )}
      <section>
        <h2 className="caps muted">{consentTexts.as}</h2>
        <div className="row">
          <Avatar person={person} size={28} />
          <div className="grow">
            <p className="truncate">{person.userName}</p>
            <p className="fine muted truncate">{person.email}</p>
          </div>
          <a className={buttonClass("ghost", "small")} href={switchTo}>
            {consentTexts.switchAccount}
          </a>
        </div>
      </section>
      <fieldset>
        <legend className="caps muted">{consentTexts.plans}</legend>
        <div className="consent-options divided">
          <Option
            name="plans"
            value="all"
            on={chosen === null}
            label={consentTexts.allPlans}
            hint={consentTexts.allPlansHint(plans.length)}
            onChoose={() => setChosen(null)}
          />
          <Option
            name="plans"
            value="chosen"
            on={chosen !== null}
            label={consentTexts.onlyThese}
            onChoose={() => setChosen(ticked)}
          >
            {chosen && <span className="fine muted numeric">{consentTexts.chosen(chosen.length, plans.length)}</span>}
          </Option>
          {chosen && <Plans plans={plans} chosen={chosen} onChange={choose} />}
        </div>
      </fieldset>
      <fieldset>
        <legend className="caps muted">{consentTexts.access}</legend>
        <div className="consent-options divided">
          {levels.map((level) => (
            <Option
              key={level}
              name="access"
              value={level}
              on={level === access}
              {...consentTexts.levels[level]}
              onChoose={() => setAccess(level)}
            />
          ))}
        </div>
      </fieldset>
      <section>
        <div className="row">
          <h2 className="grow caps muted">{consentTexts.lasts}</h2>
          {until && (
            <span className="fine muted numeric" suppressHydrationWarning>
              {consentTexts.until(dayOfYear(until))}
            </span>
          )}
        </div>
        <Segmented<Days>
          label={consentTexts.lasts}
          name="days"
          value={days}
          options={(["30", "365", ""] as const).map((value) => ({ value, label: consentTexts.days[value] }))}
          onChange={setDays}
        />
      </section>
      <div className="consent-foot grid">
        <Button type="submit" name="answer" value="deny">
          {consentTexts.deny}
        </Button>
        <Button type="submit" name="answer" value="allow" variant="primary" aria-disabled={chosen?.length === 0}>
          {consentTexts.allow}
        </Button>
      </div>
      <p className="fine muted">{consentTexts.back(placeOf(host))}</p>
    </Form>
  )
}

/** Enter in a field would press the first button. */
const pressNothing = (event: KeyboardEvent) => {
  if (event.key === "Enter" && event.target instanceof HTMLInputElement) event.preventDefault()
}

type OptionProps = {
  /** Sent with the form, also before the page's script has run. */
  name: string
  value: string
  on: boolean
  label: string
  hint?: string
  onChoose(): void
  children?: ReactNode
}

const Option = ({ name, value, on, label, hint, onChoose, children }: OptionProps) => (
  <label className="consent-option" data-on={on || undefined}>
    <input type="radio" name={name} value={value} checked={on} onChange={onChoose} />
    <span className="grow">
      <b>{label}</b>
      {hint && <p className="fine muted">{hint}</p>}
    </span>
    {children}
  </label>
)

type PlansProps = { plans: Listed[]; chosen: number[]; onChange(ids: number[]): void }

const Plans = ({ plans, chosen, onChange }: PlansProps) => {
  const [all, setAll] = useState(false)
  // A single one more takes the place of its button.
  const most = all || plans.length <= firstShown + 1 ? plans.length : firstShown
  return (
    <div className="consent-plans">
      {plans.slice(0, most).map(({ id, name, imageUrl, planRole }) => (
        <div key={id} className="row">
          <div className="grow">
            <Checkbox
              checked={chosen.includes(id)}
              onChange={(on) => onChange(on ? [...chosen, id] : chosen.filter((each) => each !== id))}
            >
              <span className="row breaks" dir="auto">
                <PlanPicture planId={id} url={imageUrl} width={26} height={24} />
                {name || common.untitledPlan}
              </span>
            </Checkbox>
          </div>
          <span className="fine muted">{planRole === 2 ? consentTexts.onlyReads : planRoles[planRole ?? 0]}</span>
        </div>
      ))}
      {most < plans.length && (
        <Button variant="ghost" size="small" onClick={() => setAll(true)}>
          {consentTexts.more(plans.length - most)}
        </Button>
      )}
    </div>
  )
}
