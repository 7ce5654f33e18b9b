import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import * as running from '#platform/is-other-running.ts';
import type { EventLog } from '#platform/log/port.ts';
import * as client from '#warehouse/client.ts';
import { DataDirInUse } from '#warehouse/errors.ts';
import * as folderLock from '#warehouse/embedded/folder-lock.ts';
import { configureCommand } from './command-config.ts';
import { openCommandLog } from './command-log.ts';
import * as parts from './parts.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rigworth-command-'));
  vi.stubEnv('DATA_DIR', folder);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  await rm(folder, { recursive: true });
});

it('does not ask the engine again for a folder while the process that holds it runs', async () => {
  const holder = 4_711;
  const openWarehouse = vi
    .spyOn(client, 'openWarehouse')
    .mockRejectedValue(new DataDirInUse(folder, holder));
  const isOtherRunning = vi.spyOn(running, 'isOtherRunning').mockReturnValue(true);
  const configured = configureCommand();
  const opened = await openCommandLog(configured, { name: 'test', changed: () => undefined });
  expect([opened.isOwn, await opened.takeUp(), await opened.takeUp()]).toEqual([
    false,
    false,
    false,
  ]);
  expect(isOtherRunning).toHaveBeenCalledWith(holder);
  expect(openWarehouse).toHaveBeenCalledOnce();

  isOtherRunning.mockReturnValue(false);
  expect(await opened.takeUp()).toBe(false);
  expect(openWarehouse).toHaveBeenCalledTimes(2);
  await configured.lifecycle.stop();
});

it('finds a folder that is held without asking the engine, whose code is most of its memory', async () => {
  const held = new DataDirInUse(join(folder, 'warehouse'), 4_711);
  const refuseHeldFolder = vi.spyOn(folderLock, 'refuseHeldFolder').mockImplementation(() => {
    throw held;
  });
  vi.spyOn(running, 'isOtherRunning').mockReturnValue(false);
  const openWarehouse = vi.spyOn(client, 'openWarehouse').mockRejectedValue(held);
  const configured = configureCommand();
  const opened = await openCommandLog(configured, { name: 'test', changed: () => undefined });
  expect([opened.isOwn, await opened.takeUp()]).toEqual([false, false]);
  expect(refuseHeldFolder).toHaveBeenCalledWith(join(folder, 'warehouse'));
  expect(openWarehouse).not.toHaveBeenCalled();

  // Who held it has ended.
  refuseHeldFolder.mockReturnValue(undefined);
  expect(await opened.takeUp()).toBe(false);
  expect(openWarehouse).toHaveBeenCalledOnce();
  await configured.lifecycle.stop();
});

it('is refused where it would load from the roles’ brokers into a warehouse that nobody reads', async () => {
  vi.stubEnv('KAFKA_BROKERS', 'localhost:1');
  const configured = configureCommand();
  const opening = openCommandLog(configured, { name: 'test', changed: () => undefined });
  await expect(opening).rejects.toMatchObject({
    code: 'start_refused',
    message: expect.stringMatching(
      /^CLICKHOUSE_URL is not set, though KAFKA_BROKERS is, and .*\/warehouse is not there: /,
    ) as string,
  });
  await configured.lifecycle.stop();
});

it('loads into the warehouse of a server that keeps it in DATA_DIR, whatever its log is', async () => {
  vi.stubEnv('KAFKA_BROKERS', 'localhost:1');
  await mkdir(join(folder, 'warehouse'));
  const openLog = vi.spyOn(parts, 'openLogPart').mockResolvedValue({} as EventLog);
  const openWarehouse = vi.spyOn(client, 'openWarehouse');
  openWarehouse.mockRejectedValue(new DataDirInUse(folder, 4_711));
  const configured = configureCommand();
  const opened = await openCommandLog(configured, { name: 'test', changed: () => undefined });
  expect(opened.isOwn).toBe(false);
  expect(openLog).toHaveBeenCalledOnce();
  expect(openWarehouse).toHaveBeenCalledOnce();
});

it('publishes without a warehouse where it need not wait', async () => {
  vi.stubEnv('KAFKA_BROKERS', 'localhost:1');
  vi.spyOn(parts, 'openLogPart').mockResolvedValue({} as EventLog);
  const how = { name: 'test', changed: () => undefined, waits: false };
  const opened = await openCommandLog(configureCommand(), how);
  expect(opened.isOwn).toBe(false);
});
