import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { eventsOf } from '#ingest/files/testing/source.ts';
import { ALL_VARIABLES } from '#platform/config/load.ts';

/** What the pages for newcomers name is there, so that they can do what they read. */

const ROOT = join(import.meta.dirname, '../..');
const read = (page: string): string => readFileSync(join(ROOT, page), 'utf8');
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
const TOP_LEVEL = 'api|deploy|docs|domain|ingest|pipelines|platform|portal|schemas|tests|warehouse';

/** Folders that are made by use: a fresh clone has none of them. */
const MADE = new Set(
  read('.gitignore')
    .split('\n')
    .flatMap((line) => [line, line.replace(/\/$/, '')]),
);

const found = (text: string, pattern: RegExp): string[] => [
  ...new Set([...text.matchAll(pattern)].map(([whole, part]) => part ?? whole)),
];

it('has commands that a signal to npm reaches', () => {
  // A shell that sets variables stays above the command, and ends without it.
  const withVariables = Object.values(scripts).filter((script) => /^[A-Z_]+=/.test(script));
  expect(withVariables).not.toEqual([]);
  expect(withVariables.filter((script) => !/ exec node /.test(script))).toEqual([]);
});

describe.each(['README.md', 'CONTRIBUTING.md', 'docs/operating.md'])('%s', (page) => {
  const text = read(page);

  it('names commands that there are', () => {
    const commands = found(text, /npm run ([a-z]+)/g);
    expect(commands).not.toEqual([]);
    expect(commands.filter((command) => scripts[command] === undefined)).toEqual([]);
  });

  it('names files and folders that there are', () => {
    const paths = found(text, new RegExp(`\`((?:${TOP_LEVEL})/[\\w./-]*)\``, 'g'));
    expect(paths).not.toEqual([]);
    const isThere = (path: string) => existsSync(join(ROOT, path)) || MADE.has(path);
    expect(paths.filter((path) => !/NAME/.test(path) && !isThere(path))).toEqual([]);
  });

  it('links to pages and pictures that there are', () => {
    const links = found(text, /\]\((?!https?:)([^)#]+)\)/g);
    expect(links.filter((link) => !existsSync(join(ROOT, page, '..', link)))).toEqual([]);
  });
});

it.each(['README.md', 'docs/operating.md'])('%s names variables that there are', (page) => {
  const variables = found(read(page), /\b[A-Z]+(?:_[A-Z]+)+\b/g);
  expect(variables).not.toEqual([]);
  const known = new Set<string>(ALL_VARIABLES);
  expect(variables.filter((variable) => !known.has(variable))).toEqual([]);
});

it('the source that README.md adds is read as it says', async () => {
  const block = (language: string): string =>
    new RegExp(`\`\`\`${language}\n([^]*?)\`\`\``).exec(read('README.md'))?.[1] ?? '';
  const events = await eventsOf(block('yaml'), { 'my-dealer.csv': block('csv') });
  expect(events).toMatchObject([
    {
      source: 'my-dealer',
      sourceId: 'J-101',
      observedAt: '2026-11-01T00:00:00.000Z',
      fields: {
        title: 'Used 2021 Grand Design Imagine 2510RK',
        stockNumber: 'J-101',
        price: '$47,900',
        dealer: 'My Dealer',
      },
    },
  ]);
});
