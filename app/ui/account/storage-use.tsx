import "./profile-menu.css"
import clsx from "clsx"
import { accountCalls, type StorageEntry } from "~/contract/account"
import { amount } from "~/contract/shared/language/format"
import { account } from "~/ui/account/texts"
import { Failed } from "~/ui/parts/empty-state"
import { useCall } from "~/ui/parts/use-call"

/** The person's stored amounts and limits and, with `planId`, those of the plan and of the person in it. */
export const StorageUse = ({ planId }: { planId: number | undefined }) => {
  const { value: entries, failed, retry } = useCall(accountCalls.storage, { planId })
  if (!entries && !failed) return null
  return (
    <section className="storage-use">
      <h3 className="label">{account.storage}</h3>
      {!entries ? (
        <Failed text={account.storageFailed} onRetry={retry} />
      ) : (
        <ul>
          {entries.filter(isShown).map((entry) => (
            <li key={`${entry.name} ${entry.scope}`} className="row">
              <span className="grow">{account.storageOf[entry.scope](entry.what)}</span>
              <span className={clsx("numeric", entry.used < entry.most * nearly && "muted")}>
                {account.ofMost(shown(entry, entry.used), shown(entry, entry.most))}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

const shown = ({ measure }: StorageEntry, value: number) => amount(measure, value)

/** The part of a limit from which it is emphasised. */
const nearly = 0.9

/** Limits that are far away and little used are left out, save the ones people ask about. */
const isShown = ({ name, used, most }: StorageEntry) => usual.has(name) || used >= most / 2

const usual = new Set(["QUOTA_PLANS_PER_PERSON", "QUOTA_NOTE_BYTES_PER_PERSON", "QUOTA_FILES_PER_PLAN"])
