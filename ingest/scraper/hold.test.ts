import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it, onTestFinished, vi } from 'vitest';
import { holdSite } from './hold.ts';
import { HostStore } from './host-store.ts';
import type { Site } from './site-file.ts';
import { SiteStore } from './site-store.ts';
import { createWaits } from './waits.ts';

afterEach(() => void vi.useRealTimers());

it('is let go once nothing claims it anew', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'rigworth-hold-'));
  const store = new SiteStore(join(folder, 'site'), { flush: false });
  const hosts = new HostStore(join(folder, 'hosts'), { flush: false });
  onTestFinished(async () => {
    await store.close();
    await hosts.close();
    await rm(folder, { recursive: true });
  });
  const site = { name: 'lot', hosts: new Set(['lot.example']) } as unknown as Site;
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const hold = await holdSite(
    {
      store,
      hosts,
      clock: () => new Date(),
      steadyNow: Date.now,
      sleep: () => Promise.resolve(),
      newId: () => 'one',
    },
    site,
    {
      patienceMs: 0,
      signal: AbortSignal.abort(),
      onLost: () => undefined,
      waits: createWaits(
        () => new Date(),
        () => undefined,
      ),
    },
  );
  const renewing = Promise.withResolvers<undefined>();
  vi.spyOn(store, 'claim').mockReturnValueOnce(renewing.promise);
  const letGo = vi.spyOn(hosts, 'release');
  vi.advanceTimersToNextTimer();
  const released = hold.release();
  expect(letGo).not.toHaveBeenCalled();
  renewing.resolve(undefined);
  await released;
  await hosts.claim('another', site.hosts, Date.now());
  await store.claim('another', Date.now());
});
