import { STATUS_CODES, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { securityHeaderValues } from '#api/http/guards.ts';

/** An answer to a request that does not reach the app: its status, and the app's error body. */
export interface PlainAnswer {
  status: number;
  code: string;
  message: string;
}

const HEADERS = { ...securityHeaderValues(), 'Content-Type': 'application/json; charset=utf-8' };

/** Answers with the headers every answer of the app has. */
export function answerPlainly(
  response: ServerResponse,
  status: number,
  body: object,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { ...HEADERS, ...headers }).end(JSON.stringify(body));
}

/** The same on a connection whose request could not be read, which is closed. */
export function answerOnSocket(socket: Duplex, { status, code, message }: PlainAnswer): void {
  const body = JSON.stringify({ code, message });
  const headers = { ...HEADERS, Connection: 'close', 'Content-Length': Buffer.byteLength(body) };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const head = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines].join('\r\n');
  socket.end(`${head}\r\n\r\n${body}`, () => socket.destroy());
}

const TOO_SLOW: PlainAnswer = {
  status: 408,
  code: 'too_slow',
  message: 'The request took too long to arrive. Please try again.',
};
const HEADERS_TOO_LARGE: PlainAnswer = {
  status: 431,
  code: 'headers_too_large',
  message: 'The headers of the request are too large: 16 KB at most.',
};
const NOT_HTTP: PlainAnswer = {
  status: 400,
  code: 'bad_request',
  message: 'The request could not be read: it is not HTTP/1.1.',
};

/** What is answered to a request that Node could not read, by the code of its error. */
export function answerOfFault(code: string | undefined): PlainAnswer {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return TOO_SLOW;
  return code === 'HPE_HEADER_OVERFLOW' ? HEADERS_TOO_LARGE : NOT_HTTP;
}
