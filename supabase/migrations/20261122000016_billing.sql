-- Subscriptions. Stripe owns them: a row here is what was last read from there, never what an event said.
create table app.billing_account (
  person_id bigint primary key references app.person on delete cascade,
  -- Written into what is made at Stripe, so that its owner is known.
  key uuid not null default gen_random_uuid() unique,
  customer_id text unique,
  -- The last checkout, used again while it is open.
  checkout_id text
);

create table app.subscription (
  id text primary key,
  person_id bigint not null references app.person on delete cascade,
  stripe_status text not null,
  cancel_at timestamptz(3),
  trial_end timestamptz(3),
  next_payment timestamptz(3),
  last_payment timestamptz(3),
  past_due_since timestamptz(3),
  ended_at timestamptz(3),
  -- From app.stripe_read, taken before it was read: an answer that overtook a later one is not written.
  read_number bigint not null,
  read_date timestamptz(3) not null default now()
);
create index subscription_person on app.subscription (person_id);
create index subscription_open on app.subscription (read_date) where ended_at is null;

create sequence app.stripe_read;

-- Events that were acted on. done_date null: one process acts on it now, or ended while it did.
create table app.stripe_event (
  id text primary key,
  claimed_date timestamptz(3) not null default now(),
  done_date timestamptz(3)
);
create index stripe_event_age on app.stripe_event (claimed_date);
