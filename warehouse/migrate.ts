import type { Warehouse } from './client.ts';
import { encodeRows } from './encode-rows.ts';
import { toWarehouseInstant } from './instants.ts';
import { readMigrations, type Migration } from './migrations.ts';
import { APPLIED_MIGRATIONS, CREATE_MIGRATIONS } from './queries/migrations.ts';

/** An applied migration's file was edited: the tables are not what the file says. */
export class MigrationChanged extends Error {
  readonly code = 'migration_changed';
}

interface Applied {
  name: string;
  checksum: string;
}

/**
 * Brings the warehouse to the newest shape: applies what is missing, in order, and records it.
 * Safe to run from several processes at once, since every statement may be repeated; one that is
 * interrupted goes on where it stopped. Returns the names it applied.
 * @throws MigrationChanged when an applied migration was edited since.
 */
export async function migrate(
  warehouse: Warehouse,
  migrations: readonly Migration[] = readMigrations(),
  now: () => Date = () => new Date(),
): Promise<string[]> {
  await warehouse.command(CREATE_MIGRATIONS);
  const rows = await warehouse.batch.rows<Applied>(APPLIED_MIGRATIONS);
  const applied = new Map(rows.map((row) => [row.name, row.checksum]));
  const done: string[] = [];
  for (const migration of migrations) {
    const checksum = applied.get(migration.name);
    if (checksum === migration.checksum) continue;
    if (checksum !== undefined)
      throw new MigrationChanged(
        `Migration ${migration.name} was applied and has been edited since. Restore the file and add a new one.`,
      );
    for (const statement of migration.statements) await warehouse.command(statement);
    const record = {
      name: migration.name,
      checksum: migration.checksum,
      applied_at: toWarehouseInstant(now()),
    };
    const columns = ['name', 'checksum', 'applied_at'] as const;
    const lines = await encodeRows([record], columns);
    await warehouse.insert({ table: 'migrations', columns, lines });
    done.push(migration.name);
  }
  return done;
}
