-- How many analyses a person's calendar month (UTC, YYYY-MM) has used.
create table analysis_months (
  user_id uuid not null references users on delete cascade,
  month text not null,
  used integer not null,
  primary key (user_id, month)
);

-- One analysis that was asked for, is counted above and has not been answered yet. `failed_at`: it was
-- tried and refused; the next one asked for is then this one.
create table analysis_grants (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  granted_at timestamptz not null,
  failed_at timestamptz
);

create index analysis_grants_of_user on analysis_grants (user_id, granted_at);

alter table users add column last_analysis_at timestamptz;
