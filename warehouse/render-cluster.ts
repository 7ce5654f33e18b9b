import { readMigrations, type Migration } from './migrations.ts';

/**
 * The same migrations for a cluster: every statement ON CLUSTER, every table replicated. Paths and
 * replica names come from the servers' `default_replica_path` and macros. `cluster` is the name the
 * servers know it by.
 * @throws TypeError for a cluster's name that is not a plain word.
 */
export function renderForCluster(
  cluster: string,
  migrations: readonly Migration[] = readMigrations(),
): string[] {
  if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(cluster)) throw new TypeError(`Not a name: ${cluster}`);
  return migrations.flatMap(({ statements }) =>
    statements.map((statement) =>
      statement
        .replace(
          /^(CREATE (?:TABLE|VIEW) IF NOT EXISTS \w+|ALTER TABLE \w+)/,
          `$1 ON CLUSTER ${cluster}`,
        )
        .replace(/ENGINE = (\w*MergeTree)/, 'ENGINE = Replicated$1'),
    ),
  );
}
