import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWarehouse, type Warehouse } from '#warehouse/client.ts';
import { encodeRows } from '#warehouse/encode-rows.ts';
import { clickHouseCode, WarehouseAway } from '#warehouse/errors.ts';
import { migrate, MigrationChanged } from '#warehouse/migrate.ts';
import { readMigrations } from '#warehouse/migrations.ts';
import { renderForCluster } from '#warehouse/render-cluster.ts';
import { startClickHouseStandIn, type StandIn } from '../support/clickhouse-http.ts';

const directory = mkdtempSync(join(tmpdir(), 'rigworth-warehouse-'));
let warehouse: Warehouse;
let standIn: StandIn;

const awkward = [
  "it's",
  'a\\b',
  "\\' OR 1=1; DROP TABLE t; --",
  'tab\tline\nreturn\r',
  '{x:String}',
  '',
  'é🚐',
  '\\N',
  "'\\",
];

async function readAll(sql: string): Promise<unknown[]> {
  const rows: unknown[] = [];
  for await (const piece of warehouse.batch.stream(sql)) rows.push(...piece);
  return rows;
}

async function readWithFailure(): Promise<number> {
  let rows = 0;
  for await (const piece of warehouse.batch.stream(
    'SELECT throwIf(number = 250000) AS n FROM numbers(300000)',
  ))
    rows += piece.length;
  return rows;
}

describe.each(['embedded', 'server'] as const)('the warehouse, %s', (kind) => {
  beforeAll(async () => {
    if (kind === 'server') standIn = await startClickHouseStandIn();
    warehouse = await openWarehouse(kind === 'server' ? { url: standIn.url } : { directory });
  });
  afterAll(async () => {
    await warehouse.close();
    if (kind === 'server') await standIn.stop();
    else rmSync(directory, { recursive: true });
  });

  it('says what it is and answers', async () => {
    expect(warehouse.kind).toBe(kind);
    await warehouse.ping();
  });

  it('binds every string as it is, whatever it contains', async () => {
    for (const text of awkward) {
      const rows = await warehouse.serving.rows('SELECT {p:String} AS p, {a:Array(String)} AS a', {
        p: text,
        a: [text, text],
      });
      expect(rows).toEqual([{ p: text, a: [text, text] }]);
    }
  });

  it('keeps the parameters of statements that run at once apart', async () => {
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, n) =>
        warehouse.serving.rows<{ n: number }>('SELECT {n:UInt32} AS n', { n }),
      ),
    );
    expect(answers.map((rows) => rows[0]?.n)).toEqual(Array.from({ length: 200 }, (_, n) => n));
  });

  it('refuses to write, or to reach files and the network, through a reader', async () => {
    for (const sql of [
      "INSERT INTO FUNCTION null('a UInt8') SELECT 1",
      "SELECT * FROM file('/etc/hosts', 'LineAsString')",
      "SELECT * FROM url('http://127.0.0.1:1/', 'LineAsString')",
      'SELECT 1 SETTINGS max_memory_usage = 0',
    ]) {
      await expect(warehouse.serving.rows(sql)).rejects.toThrow(/READONLY|readonly/i);
      await expect(warehouse.batch.rows(sql)).rejects.toThrow(/READONLY|readonly/i);
      await expect(readAll(sql)).rejects.toThrow(/READONLY|readonly|Streaming query is not/i);
    }
  });

  it('says by its code what is wrong with an insert, and does not take it for being away', async () => {
    const insert = { table: 'no_such_table', columns: ['a'], lines: [Buffer.from('[1]\n')] };
    // 60 is UNKNOWN_TABLE.
    await expect(warehouse.insert(insert).catch(clickHouseCode)).resolves.toBe('60');
  });

  it('caps the rows of an answer to a request', async () => {
    await expect(warehouse.serving.rows('SELECT number FROM numbers(20001)')).rejects.toThrow(
      /396|rows/,
    );
  });

  it('hands over a large answer piece by piece', async () => {
    let rows = 0;
    let pieces = 0;
    for await (const piece of warehouse.batch.stream<{ n: number }>(
      'SELECT number AS n FROM numbers({n:UInt64})',
      { n: 300_000 },
    )) {
      rows += piece.length;
      pieces += 1;
    }
    expect(rows).toBe(300_000);
    expect(pieces).toBeGreaterThan(1);
  });

  it('frees the connection of a streamed answer that is given up half-way', async () => {
    for (let n = 0; n < 3; n++) {
      for await (const piece of warehouse.batch.stream('SELECT number FROM numbers(300000)')) {
        expect(piece.length).toBeGreaterThan(0);
        break;
      }
    }
    for await (const piece of warehouse.batch.stream('SELECT 1 AS one'))
      expect(piece).toEqual([{ one: 1 }]);
  });

  it('fails a streamed answer whose statement fails on the way', async () => {
    await expect(readWithFailure()).rejects.toThrow(/395|throwIf/);
  });

  describe('migrations', () => {
    it('are applied once, also when several run at the same time', async () => {
      const names = readMigrations().map((migration) => migration.name);
      await Promise.all([migrate(warehouse), migrate(warehouse)]);
      expect(await migrate(warehouse)).toEqual([]);
      const rows = await warehouse.serving.rows<{ name: string }>(
        'SELECT name FROM migrations FINAL ORDER BY name',
      );
      expect(rows.map((row) => row.name)).toEqual(names);
    });

    it('are valid statements for a cluster too', async () => {
      // As they are sent: one that sets how it is carried out is no read.
      for (const statement of renderForCluster('rigworth'))
        await warehouse.command(`EXPLAIN AST ${statement}`);
      await expect(warehouse.command('EXPLAIN AST CREATE TABLE a ON CLUSTER (b)')).rejects.toThrow(
        /Syntax error/,
      );
    });

    it('refuse an applied migration that was edited', async () => {
      await migrate(warehouse);
      const [first] = readMigrations();
      if (first === undefined) throw new Error('no migration');
      await expect(migrate(warehouse, [{ ...first, checksum: 'other' }])).rejects.toThrow(
        MigrationChanged,
      );
    });
  });
});

describe('the embedded engine', () => {
  it('answers one clear error to a second process on the same folder', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'rigworth-locked-'));
    const owner = await openWarehouse({ directory: folder });
    const script = `
      import { openWarehouse } from '#warehouse/client.ts';
      try { await openWarehouse({ directory: ${JSON.stringify(folder)} }); console.log('opened'); }
      catch (error) { console.log(error.code, error.message); }`;
    const child = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
      encoding: 'utf8',
    });
    expect(child.stdout.trim()).toBe(
      `data_dir_in_use ${folder} is in use by another RigWorth process. Stop that one, or set DATA_DIR to another folder.`,
    );
    expect(child.stderr).toBe('');
    await owner.close();
    rmSync(folder, { recursive: true });
  });

  it('stores half a character of UTF-16 as the replacement character, and the rows beside it', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'rigworth-halves-'));
    const opened = await openWarehouse({ directory: folder });
    await migrate(opened);
    const at = '2026-01-01 00:00:00.000';
    const columns = ['run_id', 'state', 'source', 'at', 'error'] as const;
    const errors = ['cut \ud83d', '\ude90 cut', 'whole \ud83d\ude90', 'plain'];
    const rows = errors.map((error, n) => ({
      run_id: `${n}`,
      state: 'failed',
      source: 's',
      at,
      error,
    }));
    await opened.insert({ table: 'ingest_runs', columns, lines: await encodeRows(rows, columns) });
    expect(await opened.batch.rows('SELECT error FROM ingest_runs ORDER BY run_id')).toEqual(
      ['cut \ufffd', '\ufffd cut', 'whole \ud83d\ude90', 'plain'].map((error) => ({ error })),
    );
    await opened.close();
    rmSync(folder, { recursive: true });
  });

  it('stores rows again whose part a crash took, when they are sent again', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'rigworth-crashed-'));
    const columns = ['run_id', 'state', 'source', 'at'] as const;
    const row = { run_id: 'r', state: 'started', source: 's', at: '2026-01-01 00:00:00.000' };
    const insert = { table: 'ingest_runs', columns, lines: await encodeRows([row], columns) };
    const first = await openWarehouse({ directory: folder });
    await migrate(first);
    await first.insert(insert);
    await first.close();
    // What a kill leaves behind that comes before the part stands in its place.
    const parts = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    for (const part of parts.filter((path) => /\/all_1_1_\d+$/.test(path)))
      rmSync(join(folder, part), { recursive: true, force: true });

    const second = await openWarehouse({ directory: folder });
    const runs = (): Promise<unknown[]> => second.batch.rows('SELECT run_id FROM ingest_runs');
    expect(await runs()).toEqual([]);
    await second.insert(insert);
    expect(await runs()).toEqual([{ run_id: 'r' }]);
    await second.close();
    rmSync(folder, { recursive: true });
  });

  it('takes the rows it is given, and nothing from standard input', () => {
    const folder = mkdtempSync(join(tmpdir(), 'rigworth-input-'));
    const script = `
      import { openWarehouse } from '#warehouse/client.ts';
      const warehouse = await openWarehouse({ directory: ${JSON.stringify(folder)} });
      await warehouse.command('CREATE TABLE t (n UInt8) ENGINE = MergeTree ORDER BY n');
      await warehouse.insert({ table: 't', columns: ['n'], lines: [Buffer.from('[1]\\n')] });
      console.log(JSON.stringify(await warehouse.batch.rows('SELECT n FROM t')));
      await warehouse.close();`;
    const child = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
      encoding: 'utf8',
      input: '[2]\n',
    });
    expect(child.stderr).toBe('');
    expect(child.stdout.trim()).toBe('[{"n":1}]');
    rmSync(folder, { recursive: true });
  });

  it('lets the process end at the deadline of its stop, though it writes for hours', () => {
    const folder = mkdtempSync(join(tmpdir(), 'rigworth-deadline-'));
    const script = `
      import { Lifecycle } from '#platform/lifecycle.ts';
      import { createLogger } from '#platform/logging.ts';
      import { openWarehouse } from '#warehouse/client.ts';
      const warehouse = await openWarehouse({ directory: ${JSON.stringify(folder)} });
      const lifecycle = new Lifecycle(createLogger('silent'), 200);
      lifecycle.onStop('warehouse', () => warehouse.close(), () => warehouse.giveUp());
      lifecycle.stopOnSignals();
      await warehouse.command('CREATE TABLE t (n UInt64) ENGINE = MergeTree ORDER BY n');
      const hours = 'SELECT sipHash64(number) FROM numbers(1000000000000)';
      warehouse.command('INSERT INTO t ' + hours).catch((error) => console.log(error.code));
      const running = "SELECT 1 FROM system.processes WHERE query LIKE 'INSERT INTO t%'";
      while ((await warehouse.serving.rows(running)).length === 0);
      process.kill(process.pid, 'SIGTERM');`;
    const { status, signal, stdout } = spawnSync(
      process.execPath,
      ['--input-type=module', '-e', script],
      { encoding: 'utf8' },
    );
    expect({ status, signal }).toEqual({ status: 1, signal: null });
    expect(stdout.trim()).toBe('warehouse_closed');
    rmSync(folder, { recursive: true });
  });

  it('ends a read that would take hours where it is closed', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'rigworth-reading-'));
    const closing = await openWarehouse({ directory: folder });
    const reading = closing.batch.rows('SELECT sum(sipHash64(number)) FROM numbers(1000000000000)');
    const ended = reading.catch((error: unknown) => error);
    await closing.close();
    expect(await ended).toMatchObject({ code: 'warehouse_closed' });
    rmSync(folder, { recursive: true });
  });

  it('refuses a question after it was closed, instead of keeping it waiting', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'rigworth-closed-'));
    const closed = await openWarehouse({ directory: folder });
    await closed.close();
    await expect(closed.batch.rows('SELECT 1')).rejects.toMatchObject({ code: 'warehouse_closed' });
    rmSync(folder, { recursive: true });
  });
});

describe('a server that is away', () => {
  it('is told as such when it is not there at the start, and when it goes', async () => {
    await expect(openWarehouse({ url: 'http://127.0.0.1:1' })).rejects.toBeInstanceOf(
      WarehouseAway,
    );
    const going = await startClickHouseStandIn();
    const open = await openWarehouse({ url: going.url });
    await going.stop();
    await expect(open.serving.rows('SELECT 1')).rejects.toBeInstanceOf(WarehouseAway);
    const insert = { table: 't', columns: ['a'], lines: [Buffer.from('[1]\n')] };
    await expect(open.insert(insert)).rejects.toBeInstanceOf(WarehouseAway);
    await expect(open.ping()).rejects.toBeInstanceOf(WarehouseAway);
    await open.close();
  });

  it('is used in the database its URL names', async () => {
    const server = await startClickHouseStandIn();
    const open = await openWarehouse({ url: `${server.url.replace(/\/$/, '')}/market` });
    expect(await open.serving.rows('SELECT currentDatabase() AS name')).toEqual([
      { name: 'market' },
    ]);
    await open.close();
    await server.stop();
  });

  it('is not what a wrong statement says', async () => {
    const server = await startClickHouseStandIn();
    const open = await openWarehouse({ url: server.url });
    await expect(open.serving.rows('SELECT nothing')).rejects.not.toBeInstanceOf(WarehouseAway);
    await open.close();
    await server.stop();
  });
});
