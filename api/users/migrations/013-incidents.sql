-- What was or is wrong with the collection and the pipeline. Of each kind and subject one is open at most,
-- however many processes find it. `seen_at`: when one of them last did.
create table incidents (
  id uuid primary key,
  kind text not null,
  subject text not null,
  detail text not null,
  opened_at timestamptz not null,
  seen_at timestamptz not null,
  ended_at timestamptz,
  -- When the webhook took the news, that it is open and that it is over.
  open_told_at timestamptz,
  end_told_at timestamptz,
  -- A process is telling it, or it is not tried again, until then.
  not_before timestamptz not null,
  attempts integer not null default 0
);
create unique index incidents_open on incidents (kind, subject) where ended_at is null;
create index incidents_ended on incidents (ended_at);
