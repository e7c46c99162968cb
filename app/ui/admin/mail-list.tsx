import { callListPage } from "~/client/api"
import { adminCalls } from "~/contract/admin"
import { ListFrame } from "~/ui/admin/list-frame"
import { adminTexts as words } from "~/ui/admin/texts"
import { useAdminList } from "~/ui/admin/use-list"
import { atTime } from "~/ui/parts/dates"

const load = (_q: string, before: number | undefined) => callListPage(adminCalls.mails, { before })

const columns = () => [{ name: words.to }, { name: words.subject }, { name: words.written }]

/** The mails that are files because there is no mail server. */
export const MailList = ({ isUsed }: { isUsed: boolean }) => {
  const list = useAdminList(load)
  return (
    <>
      {isUsed && <p className="muted">{words.mailsHint}</p>}
      <ListFrame list={list} empty={isUsed ? words.noMails : words.sentByServer} columns={columns()}>
        {(rows) =>
          rows.map(({ id, to, subject, createdDate }) => (
            <tr key={id}>
              <td data-label={words.to}>
                <span dir="auto">{to}</span>
              </td>
              <td data-label={words.subject}>
                <span dir="auto">{subject}</span>
              </td>
              <td data-label={words.written}>{atTime(createdDate)}</td>
            </tr>
          ))
        }
      </ListFrame>
    </>
  )
}
