import { readdir, readFile } from 'node:fs/promises';
import type { Queries, UserStore } from './store.ts';

const DIRECTORY = new URL('./migrations/', import.meta.url);

/** One process migrates at a time; the number is ours alone ("rigworth" in base 36, cut to 31 bits). */
const LOCK = 1_640_531_527;

/**
 * Applies the numbered migrations that are missing, in order, all in one transaction. Safe from
 * several processes at once: the second waits and finds nothing to do.
 * @returns the names applied now
 */
export async function migrate(store: UserStore): Promise<string[]> {
  const names = (await readdir(DIRECTORY))
    .filter((name) => /^\d{3}-.+\.sql$/.test(name))
    .toSorted();
  const texts = await Promise.all(names.map((name) => readFile(new URL(name, DIRECTORY), 'utf8')));
  return store.tx(async (queries) => {
    await queries.query('select pg_advisory_xact_lock($1)', [LOCK]);
    await queries.query(
      'create table if not exists schema_migrations (name text primary key, applied_at timestamptz not null default now())',
    );
    const applied = await appliedNames(queries);
    const pending = names.filter((name) => !applied.has(name));
    for (const name of pending) {
      await applyOne(queries, texts[names.indexOf(name)] ?? '');
      await queries.query('insert into schema_migrations (name) values ($1)', [name]);
    }
    return pending;
  });
}

async function appliedNames(queries: Queries): Promise<Set<string>> {
  const rows = await queries.query<{ name: string }>('select name from schema_migrations');
  return new Set(rows.map((row) => row.name));
}

/** A migration is one or more statements, each ended by a semicolon at a line's end. */
async function applyOne(queries: Queries, text: string): Promise<void> {
  const statements = text.split(/;\s*$/m).map((statement) => statement.trim());
  for (const statement of statements) if (statement !== '') await queries.query(statement);
}
