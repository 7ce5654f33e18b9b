import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import * as running from '#platform/is-other-running.ts';
import * as client from '#warehouse/client.ts';
import { DataDirInUse } from '#warehouse/errors.ts';
import * as folderLock from '#warehouse/embedded/folder-lock.ts';
import { configureCommand } from './command-config.ts';
import { openCommandLog } from './command-log.ts';

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
