/**
 * The stand-in's process: `node clickhouse-http-process.ts DIRECTORY` prints its port. It speaks as
 * much of ClickHouse's HTTP interface as a client uses: query in the URL or the body, settings and
 * `param_…` as URL parameters or, with the query, as parts of a form, the exception's text and code as ClickHouse
 * sends them.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { Session } from 'chdb';

const directory = process.argv[2] ?? '';
const engine = new Session(directory);

/** URL parameters that are not settings of the engine. */
const OF_THE_INTERFACE = new Set([
  'query',
  'database',
  'query_id',
  'session_id',
  'default_format',
  'wait_end_of_query',
  'enable_http_compression',
]);
/** ClickHouse's http_max_field_value_size, which a request cannot raise. */
const MOST_OF_A_VALUE = 128 * 1024;
const quote = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { searchParams, pathname } = new URL(request.url ?? '/', 'http://localhost');
  if (pathname === '/ping') {
    response.end('Ok.\n');
    return;
  }
  const raw = await buffer(request);
  const body = request.headers['content-encoding'] === 'gzip' ? gunzipSync(raw) : raw;
  const type = request.headers['content-type'] ?? '';
  const isForm = type.startsWith('multipart/form-data');
  const form = isForm
    ? await new Response(body, { headers: { 'content-type': type } }).formData()
    : new FormData();
  for (const [name, value] of form) if (typeof value === 'string') searchParams.append(name, value);
  const inUrl = searchParams.get('query');
  const text = isForm ? '' : body.toString();
  const sql = inUrl === null ? text : `${inUrl}\n${text}`;
  // A session of its own for each request: settings and parameters end with it, as they do in HTTP.
  const session = new Session(directory);
  try {
    for (const [name, value] of searchParams)
      if (name !== 'query' && Buffer.byteLength(value) > MOST_OF_A_VALUE)
        throw new Error('Code: 1000. DB::Exception: HTML Form Exception: Field value too long');
    await session.queryAsync(`USE ${searchParams.get('database') ?? 'default'}`);
    const assignments = [...searchParams]
      .filter(([name]) => !OF_THE_INTERFACE.has(name) && name !== 'readonly')
      .map(([name, value]) => `${name} = ${quote(value)}`);
    const readonly = searchParams.get('readonly');
    if (assignments.length > 0) await session.queryAsync(`SET ${assignments.join(', ')}`);
    if (readonly !== null) await session.queryAsync(`SET readonly = ${Number(readonly)}`);
    const result = await session.queryAsync(sql);
    response.setHeader('X-ClickHouse-Summary', '{}');
    response.end(result.bytes());
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    response.statusCode = 500;
    response.setHeader('X-ClickHouse-Exception-Code', /^Code: (\d+)/.exec(message)?.[1] ?? '0');
    response.end(message);
  } finally {
    session.close();
  }
}

const server = createServer((request, response) => {
  answer(request, response).catch((error: unknown) => response.destroy(error as Error));
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.stdout.write(`${typeof address === 'object' ? address?.port : ''}\n`);
});
process.once('SIGTERM', () => {
  server.close();
  server.closeAllConnections();
  engine.close();
});
