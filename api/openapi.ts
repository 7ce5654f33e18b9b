import { createDocument } from 'zod-openapi';
import type { ZodOpenApiPathsObject } from 'zod-openapi';
import { apiError, type Call, type GoodStatus } from '#schemas/api/call.ts';
import { rvModels } from '#schemas/api/catalogue.ts';

const hasParams = (call: Call): boolean =>
  Object.keys(call.params.shape).length > 0 || call.path === rvModels.path;

const contentOf = ({ produces, response }: Call) =>
  produces === undefined
    ? { 'application/json': { schema: response } }
    : { [produces]: { schema: { type: 'string' as const, format: 'binary' } } };

const GOOD: Readonly<Record<GoodStatus, string>> = {
  200: 'The answer',
  202: 'Asked for, and not done yet: what there is so far',
};

/** The OpenAPI document of the given calls, generated from the contracts that parse them. */
export function openApiDocument(calls: readonly Call[], isBuilt: (call: Call) => boolean): object {
  const paths: ZodOpenApiPathsObject = {};
  for (const call of calls) {
    const errors = { content: { 'application/json': { schema: apiError } } };
    paths[call.path] = {
      ...paths[call.path],
      [call.method.toLowerCase()]: {
        summary: isBuilt(call) ? call.summary : `${call.summary} (not built yet)`,
        description: isBuilt(call) ? undefined : 'Not built yet: answers 501.',
        tags: [call.path.split('/')[2] ?? 'api'],
        requestParams: { path: call.params, query: call.query },
        ...(call.body.type === 'undefined'
          ? {}
          : {
              requestBody: {
                required: true,
                content: { 'application/json': { schema: call.body } },
              },
            }),
        responses: {
          ...(call.response.type === 'undefined'
            ? { '302': { description: 'Goes to a page' } }
            : Object.fromEntries(
                call.statuses.map((status) => [
                  status,
                  { description: GOOD[status], content: contentOf(call) },
                ]),
              )),
          ...(isBuilt(call) ? {} : { '501': { description: 'Not built yet', ...errors } }),
          ...(call.access === 'open' ? {} : { '401': { description: 'Signed out', ...errors } }),
          ...(call.access === 'premium'
            ? { '403': { description: 'Not a Premium member', ...errors } }
            : {}),
          ...(call.access.startsWith('staff') && call.method === 'GET'
            ? { '403': { description: 'Not of the staff', ...errors } }
            : {}),
          ...(hasParams(call)
            ? {
                '400': { description: 'The path cannot be read', ...errors },
                '404': { description: 'No such name', ...errors },
              }
            : {}),
          ...(call.method === 'GET'
            ? {}
            : {
                '400': { description: 'The body is not JSON', ...errors },
                '403': { description: 'The request came from another site', ...errors },
                '413': { description: 'The body is too large', ...errors },
                '415': { description: 'The body is not sent as JSON', ...errors },
              }),
          '422': { description: 'A value was refused; the body names it', ...errors },
          '429': { description: 'Too many requests', ...errors },
          '503': { description: 'The market is not ready yet, or too many ask', ...errors },
          default: { description: 'Refused for another reason; the body names it', ...errors },
        },
      },
    };
  }
  return createDocument({
    openapi: '3.1.0',
    info: {
      title: 'RigWorth',
      version: '1.0.0',
      description: 'What an RV is worth today and over the next ten years.',
    },
    paths,
  });
}
