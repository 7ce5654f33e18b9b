import request from 'supertest';
import { describe, expect, it } from 'vitest';
import { ingestCommand, type IngestCommand } from '#schemas/events/ingest-command.ts';
import { ingestRun } from '#schemas/events/ingest-run.ts';
import { encodeEvent } from '#schemas/events/topic.ts';
import { useCollecting } from '../support/collecting.ts';
import { eventsOf } from '../support/loaded-log.ts';

const desk = useCollecting();
const { followAll, holdBack, idle, lastRun, post, serve, startIngesting, traps } = desk;

describe('a collection that does not come to its end', () => {
  it('is given up when staff say so, and is then no failure of its source', async () => {
    await idle();
    const held = holdBack('/inventory');
    const { runId } = (await post('/api/data/refresh').expect(202)).body;
    await held.asked;
    await post('/api/staff/collections/cancel', { runId }).expect(200);
    await expect.poll(lastRun).toMatchObject({ runId, outcome: 'cancelled' });
    held.goOn();
    expect((await lastRun()).sources).toMatchObject([{ state: 'cancelled' }]);
    await expect
      .poll(() => desk.runLog.sources(new Date(), desk.collecting.plan))
      .toMatchObject([
        { source: 'test-dealer', state: 'configured', lastRun: { state: 'cancelled' } },
      ]);
    // What collections say is kept for 30 days, and what the run says for ever.
    const ends = (await eventsOf(desk.log, ingestRun)).filter(({ state }) => state === 'failed');
    expect(ends).toMatchObject([{ source: 'test-dealer', givenUp: true }]);
    const again = await post('/api/staff/collections/cancel', { runId }).expect(404);
    expect(again.body.code).toBe('not_under_way');
  });

  it('is another one when it is asked for in the second in which one was given up', async () => {
    await idle();
    const second = new Date(Date.now() + 3_600_000);
    const then = await serve(desk.collecting, 20_000, () => second);
    const held = holdBack('/inventory');
    const { runId } = (await post('/api/data/refresh', {}, then).expect(202)).body;
    await held.asked;
    await post('/api/staff/collections/cancel', { runId }).expect(200);
    await expect.poll(lastRun).toMatchObject({ runId, outcome: 'cancelled' });
    held.goOn();
    const again = (await post('/api/data/refresh', {}, then).expect(202)).body;
    expect(again.runId).not.toBe(runId);
    await expect.poll(lastRun).toMatchObject({ runId: again.runId, state: 'ended' });
    expect((await lastRun()).outcome).not.toBe('cancelled');
  });

  it('is given up while it waits its turn, in whichever process one asks', async () => {
    await idle();
    const held = holdBack('/inventory');
    const hasty = await serve(desk.collecting, 20);
    const ask = async (make: string) =>
      (await post('/api/scraper/specific', { make, model: 'Eagle' }, hasty)).body.runId as string;
    const first = await ask('Winnebago');
    await held.asked;
    const runId = await ask('Keystone');
    const waiting = { runId, kind: 'specific', make: 'Keystone', model: 'Eagle', askedBy: 'staff' };
    const status = async () => (await request(desk.app).get('/api/data/collection-status')).body;
    await expect.poll(status).toMatchObject({ runId: first, waiting: [waiting] });
    const board = (await request(desk.app).get('/api/staff/collections').expect(200)).body;
    expect(board.slice(0, 2)).toMatchObject([
      { ...waiting, state: 'waiting', endedAt: null, outcome: null, sources: [] },
      { runId: first, state: 'running' },
    ]);
    const other = await serve(await followAll());
    const cancel = async (id: string) =>
      (await post('/api/staff/collections/cancel', { runId: id }, other)).status;
    await expect.poll(() => cancel(runId)).toBe(200);
    expect(await cancel(first)).toBe(200);
    held.goOn();
    await expect.poll(lastRun).toMatchObject({ runId, outcome: 'cancelled', state: 'ended' });
    expect(await status()).toMatchObject({ waiting: [] });
  });

  it('is given up with all that waits for the same', async () => {
    await idle();
    const held = holdBack('/inventory');
    const { runId } = (await post('/api/data/refresh').expect(202)).body;
    await held.asked;
    const at = new Date().toISOString();
    const scheduled = { commandId: 'refresh@scheduled', at, kind: 'refresh', askedBy: 'schedule' };
    await desk.log.publish(ingestCommand, [encodeEvent(ingestCommand, scheduled as IngestCommand)]);
    await expect
      .poll(() => desk.collecting.collections.waiting)
      .toMatchObject([{ commandId: scheduled.commandId }]);
    await post('/api/staff/collections/cancel', { runId }).expect(200);
    held.goOn();
    expect(await desk.collecting.collections.settled(scheduled.commandId, 15_000)).toMatchObject({
      state: 'ended',
      joined: runId,
      outcome: 'cancelled',
    });
    expect(await lastRun()).toMatchObject({ runId, outcome: 'cancelled' });
  });

  it('goes on after its process stopped, as the same run', async () => {
    await idle();
    const held = holdBack('/inventory');
    const begun = await post('/api/scraper/run', {}, await serve(desk.collecting, 20));
    expect(begun.status).toBe(202);
    await held.asked;
    await desk.stopIngesting();
    held.goOn();
    delete traps['/inventory'];
    expect(desk.collecting.collections.isUnderWay(begun.body.runId)).toBe(true);
    await startIngesting();
    await expect
      .poll(lastRun)
      .toMatchObject({ runId: begun.body.runId, outcome: 'done', sources: [{ state: 'done' }] });
  });
});
