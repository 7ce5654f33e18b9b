import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openWarehouse, type Warehouse } from '#warehouse/client.ts';
import { WarehouseAway } from '#warehouse/errors.ts';

const DISK_FULL =
  'Code: 243. DB::Exception: Cannot reserve 1.00 MiB, not enough space. (NOT_ENOUGH_SPACE)';
const WRONG = "Code: 62. DB::Exception: Syntax error: failed at position 1 ('x'). (SYNTAX_ERROR)";

const says =
  (status: number, text: string): RequestListener =>
  (request, response) => {
    request.resume();
    response.writeHead(status, { 'Content-Type': 'text/plain' }).end(text);
  };

describe('a ClickHouse server that fails', () => {
  let server: Server;
  let answer: RequestListener;
  let warehouse: Warehouse;
  beforeEach(async () => {
    answer = says(200, '');
    server = createServer((request, response) => answer(request, response));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    warehouse = await openWarehouse({ url: `http://127.0.0.1:${port}` });
  });
  afterEach(async () => {
    await warehouse.close();
    server.closeAllConnections();
    server.close();
  });

  const read = () => warehouse.serving.rows('SELECT 1');
  const insert = () =>
    warehouse.insert({ table: 't', columns: ['a'], lines: [Buffer.from('[1]\n')] });

  it.each<[string, RequestListener]>([
    ['answers 500', says(500, 'upstream broke')],
    ['has a full disk', says(500, DISK_FULL)],
    ['breaks off', (request) => void request.socket.destroy()],
  ])('is away where it %s: what is to be stored waits', async (_how, listener) => {
    answer = listener;
    await expect(read()).rejects.toBeInstanceOf(WarehouseAway);
    await expect(insert()).rejects.toBeInstanceOf(WarehouseAway);
  });

  it('is away where it hangs, once who asks gives up, after 15 s', async () => {
    answer = (request) => void request.resume();
    await expect(read()).rejects.toBeInstanceOf(WarehouseAway);
  });

  it('is not away where it says that the statement is wrong', async () => {
    answer = says(400, WRONG);
    await expect(read()).rejects.not.toBeInstanceOf(WarehouseAway);
    await expect(insert()).rejects.not.toBeInstanceOf(WarehouseAway);
  });
});
