import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '#platform/config/load.ts';
import { isOtherRunning } from '#platform/is-other-running.ts';
import type { Warehouse } from '#warehouse/client.ts';
import { DataDirInUse } from '#warehouse/errors.ts';
import { openWarehousePart, type Opening } from './parts.ts';

/** A command that runs the pipelines ends by itself, mostly within a batch. */
const WAIT_MS = 5 * 60_000;
const POLL_MS = 200;

/**
 * Opens the warehouse for a server. A command that took up its own events, since no server ran, would refuse
 * a restart that was slow: it is waited for. Another server is not.
 * @throws DataDirInUse
 */
export async function openAfterCommand(
  config: Config<'CLICKHOUSE_URL'>,
  opening: Opening,
): Promise<Warehouse> {
  const { paths, logger } = opening;
  const until = performance.now() + WAIT_MS;
  let waitsFor: number | undefined;
  for (;;) {
    try {
      return await openWarehousePart(config, opening);
    } catch (error) {
      if (!(error instanceof DataDirInUse) || error.owner === undefined) throw error;
      const { owner } = error;
      if (owner !== (await workingCommand(paths.command))) throw error;
      if (owner !== waitsFor)
        logger.warn(
          { process: owner },
          'a command (ingest, compute or redrive) works in DATA_DIR; the start waits for its end, 5 minutes at most',
        );
      waitsFor = owner;
      do {
        if (performance.now() > until) throw error;
        await sleep(POLL_MS);
      } while (isOtherRunning(owner));
    }
  }
}

/** One that was killed left its number behind, which owns the folder no more. */
const workingCommand = (path: string): Promise<number> =>
  readFile(path, 'utf8').then(Number, () => Number.NaN);
