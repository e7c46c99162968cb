// cardSizes(): a query for what each card counts for: {plan_id, bytes}.
import { db } from "~/database/connection.server"

const size = (texts: string) => db().unsafe(`(octet_length(to_json(concat(${texts}))::text) + 255) / 256 * 256`)

const lists = "nullif(label_ids, '{}'), nullif(blocked_by_ids, '{}')"

export const cardSizes = () => db()`
  select plan_id, ${size("name, description, explanation, icon_name, image_base64, video_link, download_link")} as bytes
    from app.goal where deletion_id is null
  union all select plan_id, ${size(`topic, description, ${lists}`)} from app.item where deletion_id is null
  union all select plan_id, ${size(`description, recurrence, ${lists}`)} from app.task where deletion_id is null`
