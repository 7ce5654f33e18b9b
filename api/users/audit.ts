import type { Queries } from './store.ts';

export interface AuditEntry {
  id: string;
  at: Date;
  /** A person's id, written down as their name in the audit; null for the payment provider. */
  actor: string | null;
  action: string;
  /** The person it was done to; likewise. */
  subject: string | null;
  /** No names, addresses or secrets: it is kept for ever. */
  details: Record<string, string | number | boolean | null>;
}

/** Writes it down under names that lead to nobody once the account is gone. */
export async function writeAudit(store: Queries, entry: AuditEntry): Promise<void> {
  await store.query(
    `insert into audit (id, at, actor, action, subject, details)
     values (
       $1, $2,
       case when $3::uuid is not null
         then coalesce((select audit_id from users where id = $3), gen_random_uuid()) end,
       $4, (select audit_id from users where id = $5), $6::jsonb)`,
    [
      entry.id,
      entry.at,
      entry.actor,
      entry.action,
      entry.subject,
      JSON.stringify(entry.details, storable),
    ],
  );
}

/** Postgres keeps neither NUL nor half a character in jsonb: what was sent may hold them. */
const storable = (_name: string, value: unknown): unknown =>
  typeof value === 'string' ? value.toWellFormed().replaceAll('\0', '\uFFFD') : value;
