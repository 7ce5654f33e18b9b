-- What the payment provider calls a person.
create table payment_customers (
  user_id uuid not null references users on delete cascade,
  provider text not null,
  ref text not null,
  primary key (user_id, provider)
);

-- What somebody ordered: lifetime access, or a month after another. It outlives the account, then without
-- the person: money that moved must be accounted for.
create table payment_orders (
  id uuid primary key,
  user_id uuid references users on delete set null,
  provider text not null,
  kind text not null,
  -- Cents.
  amount integer not null,
  currency text not null,
  -- The provider's id of it; null until the provider has answered.
  ref text,
  status text not null,
  period_start timestamptz,
  period_end timestamptz,
  cancels_at_end boolean not null default false,
  -- Until when it gives premium, 'infinity' for ever; only what the provider's events say changes it.
  premium_until timestamptz,
  -- Counts the writes: state that was asked for before another was written must not overwrite it.
  version integer not null default 0,
  created_at timestamptz not null,
  unique (provider, ref)
);

create index payment_orders_of_user on payment_orders (user_id);

-- Two clicks at once order the same thing once.
create unique index payment_orders_open on payment_orders (user_id, provider, kind)
  where status in ('open', 'processing');

-- Money that moved: one of a lifetime order, one a month of a subscription.
create table payments (
  provider text not null,
  ref text not null,
  order_id uuid not null references payment_orders,
  -- Cents.
  amount integer not null,
  currency text not null,
  status text not null,
  paid_at timestamptz not null,
  primary key (provider, ref)
);

create index payments_of_order on payments (order_id);

-- Events of the provider that were applied, so that none is twice. Not their bodies: they name people.
create table payment_events (
  provider text not null,
  id text not null,
  type text not null,
  order_id uuid references payment_orders,
  received_at timestamptz not null,
  primary key (provider, id)
);

-- What the sandbox keeps in place of a payment provider. `untold`: its event has not been taken yet.
create table sandbox_objects (
  ref text primary key,
  secret text not null unique,
  data jsonb not null,
  version integer not null default 1,
  due_at timestamptz,
  untold boolean not null default false
);

create index sandbox_objects_to_do on sandbox_objects (due_at) where due_at is not null or untold;
