-- A purchase somebody shared, for its owner: to see it, to take it back, to have it as a file. It goes
-- with the account; what went out to the log then is a fact of nobody.
create table contributions (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  -- All that was sent; the dealer, the notes and the place as typed stand nowhere else.
  purchase jsonb not null,
  -- SHA-256 of it: the same purchase of a person sent again is the same contribution.
  digest text not null,
  contributed_at timestamptz not null,
  -- The only name it has in the log; null while it counts in no figure.
  contribution_id uuid unique,
  unique (user_id, digest)
);

-- What the log's name of a contributor is made of, by chance. It goes with the account: what is kept of
-- a person longer, such as the audit's ids, then leads to nothing in the log.
create table contributors (
  user_id uuid primary key references users on delete cascade,
  id uuid not null
);

-- What that is hashed with, so that the log counts contributors and names none. One row, made with
-- the first contribution: a new key would count everybody twice.
create table contributor_key (
  id integer primary key check (id = 1),
  key text not null
);

-- What is to be published and was decided in the same transaction as what stands above. No person is
-- named here: a row outlives its account. `claimed_until`: a process has it in hand till then.
create table outbox (
  id uuid primary key,
  topic text not null,
  key text not null,
  value text not null,
  claimed_until timestamptz
);

-- What is withdrawn before it went out is taken from here by its key.
create index outbox_by_key on outbox (key);
