// insertGrants(sql, grants): what people have allowed agents, as rows.
import type postgres from "postgres"

/** `first`: the hash of the first grant's first token. Each grant is for the one plan, writes, and has ten tokens. */
export type Grants = { personId: number; planId: number; grants: number; first: Buffer; resource: string }

export const insertGrants = (sql: postgres.Sql, { personId, planId, grants, first, resource }: Grants) => sql`
  with stored as (
    insert into app.agent_grant (person_id, client_id, name, host, verified, access, scopes, every_plan, resource, request_hash, code_hash,
      code_expires, redirect_uri, challenge, refresh_hash, refresh_expires, last_used)
    select ${personId}, 'https://client.example', 'Claude', 'client.example', true, 'write', '{}', false, ${resource}, sha256(uuid_send(gen_random_uuid())),
      sha256(uuid_send(gen_random_uuid())), now(), 'https://client.example', 'x', sha256(uuid_send(gen_random_uuid())), now() + interval '90 days', now()
    from generate_series(1, ${grants}) returning id),
  chosen as (insert into app.agent_grant_plan (grant_id, plan_id) select id, ${planId} from stored)
  insert into app.agent_token (token_hash, grant_id, expires_date)
  select case when row_number() over () = 1 then ${first}::bytea else sha256(uuid_send(gen_random_uuid())) end, id, now() + interval '1 hour'
  from stored, generate_series(1, 10)`
