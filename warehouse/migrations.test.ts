import { describe, expect, it } from 'vitest';
import { readMigrations, splitStatements } from './migrations.ts';
import { renderForCluster } from './render-cluster.ts';

describe('the migrations', () => {
  it('are numbered without a gap', () => {
    const numbers = readMigrations().map(({ name }) => Number(name.slice(0, 3)));
    expect(numbers).toEqual(numbers.map((_, n) => n + 1));
  });

  it('can each be repeated', () => {
    for (const { statements } of readMigrations())
      for (const statement of statements)
        expect(statement).toMatch(
          /^(CREATE (TABLE|VIEW) IF NOT EXISTS|ALTER TABLE \w+\s+(ADD COLUMN IF NOT EXISTS|MATERIALIZE COLUMN|MODIFY COLUMN|UPDATE))\s/,
        );
  });

  it('give the reason for every sort key', () => {
    for (const { sql } of readMigrations()) {
      const tables = sql.match(/^ORDER BY/gm)?.length ?? 0;
      const reasons = sql.match(/^--.*sort key|^-- Sort key/gim)?.length ?? 0;
      // Two activity tables share one reason.
      expect(reasons + 1).toBeGreaterThanOrEqual(tables);
    }
  });

  it('are split at semicolons that end a line, without their comments', () => {
    const sql = "-- why; because\nCREATE A (\n  -- in; side\n  b ';' c\n);\n\nCREATE B;\n";
    expect(splitStatements(sql)).toEqual(["CREATE A (\n\n  b ';' c\n)", 'CREATE B']);
  });
});

describe('for a cluster', () => {
  it('every table is made on the cluster and replicated, in the same order', () => {
    const single = readMigrations().flatMap(({ statements }) => statements);
    const cluster = renderForCluster('rigworth');
    expect(cluster).toHaveLength(single.length);
    for (const statement of cluster) {
      expect(statement).toContain(' ON CLUSTER rigworth');
      expect(statement).not.toMatch(/non_replicated|SETTINGS\s*$/);
    }
    const engines = (statements: string[]): string[] =>
      statements.flatMap((statement) => /ENGINE = (\w+)/.exec(statement)?.[1] ?? []);
    expect(engines(cluster)).toEqual(engines(single).map((engine) => `Replicated${engine}`));
    expect(cluster[0]).toContain('ENGINE = ReplicatedReplacingMergeTree(normaliser_version)');
  });

  it("refuses a cluster's name that is not one", () => {
    expect(() => renderForCluster("x' SETTINGS")).toThrow('Not a name');
  });
});
