import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A numbered migration: `warehouse/migrations/NNN-name.sql`. */
export interface Migration {
  name: string;
  sql: string;
  /** SHA-256 of the text: an applied migration is never edited, a new one is added. */
  checksum: string;
  /** One statement each. Every one is repeatable (`IF NOT EXISTS`), so processes may run them at once. */
  statements: string[];
}

/** All migrations in their order. */
export function readMigrations(): Migration[] {
  const directory = join(import.meta.dirname, 'migrations');
  return readdirSync(directory)
    .filter((file) => /^\d{3}-.*\.sql$/.test(file))
    .toSorted()
    .map((file) => {
      const sql = readFileSync(join(directory, file), 'utf8');
      return {
        name: file.replace('.sql', ''),
        sql,
        checksum: createHash('sha256').update(sql).digest('hex'),
        statements: splitStatements(sql),
      };
    });
}

/** Statements end with a semicolon at the end of a line; comments of a whole line are taken out. */
export function splitStatements(sql: string): string[] {
  return sql
    .replaceAll(/^\s*--.*$/gm, '')
    .split(/;\s*$/m)
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '');
}
