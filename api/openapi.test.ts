import { expect, it } from 'vitest';
import { CALLS } from '#schemas/api/calls.ts';
import { collectAll, refreshData, scraperRun } from '#schemas/api/data.ts';
import { openApiDocument } from './openapi.ts';

interface Operation {
  responses: Record<string, { content?: object }>;
}

const { paths } = openApiDocument(CALLS, () => true) as {
  paths: Record<string, Record<string, Operation>>;
};
const operations = Object.values(paths).flatMap((path) => Object.values(path));
const responsesOf = (path: string, method: string) => paths[path]?.[method]?.responses ?? {};

it('tells a call that answers before its work is done from one that may', () => {
  for (const { path } of [refreshData, collectAll]) {
    expect(responsesOf(path, 'post')).toHaveProperty('202.content');
    expect(responsesOf(path, 'post')).not.toHaveProperty('200');
  }
  const run = responsesOf(scraperRun.path, 'post');
  expect(run['202']?.content).toEqual(run['200']?.content);
});

it('says of every call how a refusal is written that it does not name', () => {
  for (const { responses } of operations)
    expect(responses['default']?.content).toEqual(responses['422']?.content);
});
