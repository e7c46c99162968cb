import clsx from "clsx"
import { Check, ChevronDown, ChevronUp } from "lucide-react"
import { useState } from "react"
import { call } from "~/client/api"
import { accountCalls } from "~/contract/account"
import { type ListedAgent, levelOf } from "~/contract/agent"
import { planCalls } from "~/contract/plan"
import { dateFormat } from "~/contract/shared/language/format"
import { isLoopback } from "~/contract/shared/loopback"
import { account } from "~/ui/account/texts"
import { RowIcon } from "~/ui/parts/badge"
import { Button, IconButton } from "~/ui/parts/button"
import { atTimeInText } from "~/ui/parts/dates"
import { EmptyState, Failed } from "~/ui/parts/empty-state"
import { Loading } from "~/ui/parts/loading"
import { common } from "~/ui/parts/texts"
import { showToast } from "~/ui/parts/toast/toast"
import { messageOf } from "~/ui/parts/use-attempt"
import { useCall } from "~/ui/parts/use-call"

const dayOfYear = dateFormat({ day: "numeric", month: "long", year: "numeric" })

/** The agents that act for the person. Ended ones stay in the list until it is opened again. */
export const Agents = () => {
  const { value: agents, failed, retry } = useCall(accountCalls.agents, {})
  if (!agents) return failed ? <Failed text={account.agentsFailed} onRetry={retry} /> : <Loading />
  if (agents.length === 0) return <EmptyState title={account.noAgents} text={account.noAgentsHint} />
  return (
    <div className="sessions">
      <ul className="divided">
        {agents.map((agent) => (
          <Row key={agent.id} agent={agent} />
        ))}
      </ul>
      <p className="fine muted">{account.agentsHint}</p>
    </div>
  )
}

const placeOf = ({ host, verified }: ListedAgent) => {
  if (verified) return account.verifiedAt(host)
  return host.endsWith(":") || isLoopback(host.replace(/:\d+$/, "")) ? account.onComputer : host
}

const canOf = ({ scopes, plans }: ListedAgent) => {
  const level = levelOf(scopes.at(-1) ?? "plans:read")
  return plans ? account.canIn[level](plans.length) : account.canEverywhere[level]
}

const Row = ({ agent }: { agent: ListedAgent }) => {
  const { id, name, lastUsedAt } = agent
  const [open, setOpen] = useState(false)
  const [ended, setEnded] = useState(false)
  const end = async () => {
    try {
      await call(accountCalls.endAgent, { id })
      setEnded(true)
    } catch (thrown) {
      showToast({ kind: "error", text: messageOf(thrown, account.agentEndFailed) })
    }
  }
  const used = lastUsedAt ? account.usedAt(atTimeInText(lastUsedAt)) : account.neverUsed
  return (
    <li className="agent-row">
      <div className="row">
        <RowIcon>{[...name][0]?.toUpperCase()}</RowIcon>
        <div className="grow breaks">
          <p className="truncate" dir="auto">
            {name}
          </p>
          <p className="fine muted">{placeOf(agent)}</p>
          <p className="fine muted numeric">{`${canOf(agent)}, ${used}`}</p>
        </div>
        <IconButton small label={account.detailsOf(name)} aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? <ChevronUp className="icon small" /> : <ChevronDown className="icon small" />}
        </IconButton>
        {ended ? (
          <span className="row muted" role="status">
            <Check className="icon small" aria-hidden="true" />
            {account.ended}
          </span>
        ) : (
          <Button size="small" aria-label={account.endOf(name)} onClick={end}>
            {account.end}
          </Button>
        )}
      </div>
      {open && <Details agent={agent} />}
    </li>
  )
}

const Details = ({ agent: { plans, createdDate, expires } }: { agent: ListedAgent }) => {
  const { value: known } = useCall(planCalls.list, {})
  const nameOf = (id: number) => known?.find((plan) => plan.id === id)?.name || common.untitledPlan
  return (
    <dl className={clsx("agent-details grid fine", !known && "muted")}>
      <dt>{account.agentPlans}</dt>
      <dd dir="auto">{plans ? plans.map(nameOf).join(", ") : account.allPlans}</dd>
      <dt>{account.connected}</dt>
      <dd className="numeric">{dayOfYear(new Date(createdDate))}</dd>
      <dt>{account.agentUntil}</dt>
      <dd className="numeric">{expires ? dayOfYear(new Date(expires)) : account.untilEnded}</dd>
    </dl>
  )
}
