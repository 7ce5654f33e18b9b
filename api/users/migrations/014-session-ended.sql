-- Every process believes a session for a moment: it hears at once, by the session's id, that one ended, in
-- whatever way its row went.
create function tell_session_ended() returns trigger language plpgsql as $$
  begin perform pg_notify('session_ended', old.id::text); return null; end $$;

create trigger session_ended after delete on sessions
  for each row execute function tell_session_ended();
