import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { isOtherRunning } from '#platform/is-other-running.ts';
import { DataDirInUse } from '#warehouse/errors.ts';
import { refuseHeldFolder } from '#warehouse/embedded/folder-lock.ts';
import { configureCommand } from './command-config.ts';
import { openCommandLog } from './command-log.ts';

const openWarehouse = vi.hoisted(() => vi.fn());
vi.mock('#warehouse/client.ts', () => ({ openWarehouse }));
vi.mock('#platform/is-other-running.ts', { spy: true });
vi.mock('#warehouse/embedded/folder-lock.ts', { spy: true });

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
  openWarehouse.mockRejectedValue(new DataDirInUse(folder, holder));
  vi.mocked(isOtherRunning).mockReturnValue(true);
  const configured = configureCommand();
  const opened = await openCommandLog(configured, { name: 'test', changed: () => undefined });
  expect([opened.isOwn, await opened.takeUp(), await opened.takeUp()]).toEqual([
    false,
    false,
    false,
  ]);
  expect(isOtherRunning).toHaveBeenCalledWith(holder);
  expect(openWarehouse).toHaveBeenCalledOnce();

  vi.mocked(isOtherRunning).mockReturnValue(false);
  expect(await opened.takeUp()).toBe(false);
  expect(openWarehouse).toHaveBeenCalledTimes(2);
  await configured.lifecycle.stop();
});

it('finds a folder that is held without asking the engine, whose code is most of its memory', async () => {
  const held = new DataDirInUse(join(folder, 'warehouse'), 4_711);
  vi.mocked(refuseHeldFolder).mockImplementation(() => {
    throw held;
  });
  vi.mocked(isOtherRunning).mockReturnValue(false);
  openWarehouse.mockReset();
  const configured = configureCommand();
  const opened = await openCommandLog(configured, { name: 'test', changed: () => undefined });
  expect([opened.isOwn, await opened.takeUp()]).toEqual([false, false]);
  expect(refuseHeldFolder).toHaveBeenCalledWith(join(folder, 'warehouse'));
  expect(openWarehouse).not.toHaveBeenCalled();

  // Who held it has ended.
  vi.mocked(refuseHeldFolder).mockReset();
  openWarehouse.mockRejectedValue(held);
  expect(await opened.takeUp()).toBe(false);
  expect(openWarehouse).toHaveBeenCalledOnce();
  await configured.lifecycle.stop();
});
