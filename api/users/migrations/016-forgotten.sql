-- What a person is called in the audit. It is an id of nothing else, and gone with the account: then what the audit
-- keeps leads to nobody.
alter table users add column audit_id uuid not null unique default gen_random_uuid();

-- The audit so far names people by their own ids; those who are gone get a new one too.
drop trigger audit_is_only_added_to on audit;
create table renamed as
  select id, audit_id from users
  union all
  select id, gen_random_uuid() from (select actor as id from audit union select subject from audit) as named
  where id is not null and id not in (select id from users);
update audit set actor = renamed.audit_id from renamed where renamed.id = audit.actor;
update audit set subject = renamed.audit_id from renamed where renamed.id = audit.subject;
drop table renamed;
create trigger audit_is_only_added_to before update or delete on audit execute function audit_is_only_added_to();

-- Whose order it is stands beside what is kept of it, and is forgotten with the account.
alter table sandbox_objects add column user_id uuid references users on delete set null;
update sandbox_objects set user_id = users.id from users where users.id::text = sandbox_objects.data->>'userId';
update sandbox_objects set data = data - 'userId';
create index sandbox_objects_of_user on sandbox_objects (user_id);
