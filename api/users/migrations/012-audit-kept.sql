-- Rows that cannot be deleted one by one cannot be emptied at once either.
create trigger audit_is_not_emptied before truncate on audit execute function audit_is_only_added_to();
