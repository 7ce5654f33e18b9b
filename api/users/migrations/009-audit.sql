-- What staff and money did. People are their ids alone, which say nothing once the account is gone.
create table audit (
  id uuid primary key,
  at timestamptz not null,
  -- Who did it: a person's id; null for the payment provider.
  actor uuid,
  action text not null,
  -- To whom.
  subject uuid,
  details jsonb not null
);

create index audit_at on audit (at);

create function audit_is_only_added_to() returns trigger language plpgsql as $$ begin raise exception 'the audit is only added to'; end $$;

create trigger audit_is_only_added_to before update or delete on audit execute function audit_is_only_added_to();
