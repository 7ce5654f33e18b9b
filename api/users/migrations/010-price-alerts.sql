-- The price its owner was last told of, by a mail or by their own eyes when they saved it (whole dollars).
alter table saved_rvs add column told_price integer;
update saved_rvs set told_price = price;

-- Mails of changed prices that are to go out, decided in the transaction that noted the prices as told.
-- A mail goes with the account. `claimed_until`: a process is sending it till then.
create table price_alerts (
  -- Made into the mail's Message-ID, so that one that is sent again is the same mail.
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  changes jsonb not null,
  written_at timestamptz not null,
  claimed_until timestamptz
);
create index price_alerts_by_user on price_alerts (user_id);
