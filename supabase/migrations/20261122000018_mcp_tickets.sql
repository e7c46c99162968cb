-- Tickets for one connection to the MCP server. They end with the session that asked for them.
create table app.mcp_ticket (
  -- SHA-256 of the token
  token_hash bytea primary key,
  session_id uuid not null references app.session on delete cascade,
  expires_date timestamptz(3) not null
);
create index mcp_ticket_session on app.mcp_ticket (session_id);
alter table app.mcp_ticket enable row level security;
