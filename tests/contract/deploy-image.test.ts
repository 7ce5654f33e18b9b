import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import dockerignore from '@balena/dockerignore';
import { validate as validateDockerfile } from 'dockerfile-utils';
import { describe, expect, it } from 'vitest';
import { ALL_VARIABLES } from '#platform/config/load.ts';
import { expectToRun, PINNED, PROJECT, project, read } from '../support/deployment.ts';
import { readStages, type Instruction } from '../support/dockerfile.ts';

describe('the Dockerfile', () => {
  const text = read('deploy/Dockerfile');
  const stages = readStages(text);
  const last = stages.at(-1) ?? [];
  const all = (name: string, of: readonly Instruction[] = last) =>
    of.filter((instruction) => instruction.name === name);
  const words = (instruction: Instruction | undefined) => instruction?.arguments.split(/\s+/) ?? [];
  const own = stages.flat().filter(({ name, flags }) => name === 'COPY' && !flags['from']);
  const copied = own.flatMap((copy) => words(copy).slice(0, -1));
  const tracked = execFileSync('git', ['ls-files'], { cwd: PROJECT, encoding: 'utf8' }).split('\n');
  const ignored = dockerignore.default().add(read('.dockerignore'));

  const faultsOf = (dockerfile: string) =>
    validateDockerfile(dockerfile).map(({ message }) => message);

  it('has no fault', () => expect(faultsOf(text)).toEqual([]));

  it.each([
    ['an unknown instruction', 'USER 1000', 'USR 1000'],
    ['an unknown flag', '--from=built', '--form=built'],
    ['a health check without a command', /CMD \["node", "-e".*/, ''],
  ])('would be refused with %s', (_what, from, to) => {
    expect(text).not.toBe(text.replace(from, to));
    expect(faultsOf(text.replace(from, to))).not.toEqual([]);
  });

  it('stands on the Node that npm scripts run on', () => {
    const lock = JSON.parse(read('package-lock.json')) as {
      packages: Record<string, { version?: string }>;
    };
    const release = lock.packages['node_modules/node']?.version?.replace(/\.\d+$/, '');
    const bases = stages.map(([from]) => words(from)[0] ?? '');
    const images = bases.filter((base) => base.includes(':'));
    expect(new Set(images)).toEqual(new Set([`node:${release}-bookworm-slim`]));
    expect(images[0]).toMatch(PINNED);
  });

  it('copies only what is there and not kept out of the build', () => {
    expect(copied.length).toBeGreaterThan(0);
    const missing: string[] = [];
    for (const source of copied) {
      const files = tracked.filter((file) => file === source || file.startsWith(`${source}/`));
      if (ignored.filter(files).length === 0) missing.push(source);
    }
    expect(missing).toEqual([]);
  });

  it('copies every folder that may be imported', () => {
    const folders = Object.values(project.imports).map((path) => path.split('/')[1] ?? '');
    const final = all('COPY').flatMap((copy) => words(copy).slice(0, -1));
    expect(final).toEqual(expect.arrayContaining(folders.filter((name) => name !== 'tests')));
  });

  it('copies the settings that building the portal needs', () => {
    const { extends: base } = JSON.parse(read('portal/tsconfig.json')) as { extends: string };
    expect(copied).toContain(join('portal', base));
  });

  it('keeps data, history, secrets and tests out of the build', () => {
    const outside = [
      '.data/log/data.mdb',
      '.git/config',
      '.env',
      'deploy/.env.local',
      'node_modules/zod/package.json',
      'portal/node_modules/x/index.js',
      '.build/portal/index.html',
      'secrets.txt',
      ...tracked.filter((file) => /^tests\/|\.test\.tsx?$/.test(file)),
    ];
    expect(ignored.filter(outside)).toEqual([]);
  });

  it('runs one role without root and without a shell that would keep signals to itself', () => {
    expect(all('USER').map(words)).toEqual([['1000:1000']]);
    const commands = all('CMD').map((cmd) => JSON.parse(cmd.arguments) as string[]);
    expect(commands).toHaveLength(1);
    expectToRun(commands[0] ?? []);
    expect(all('ENTRYPOINT')).toEqual([]);
  });

  it('asks for health with a script that parses', () => {
    const [check] = all('HEALTHCHECK');
    const command = JSON.parse((check?.arguments ?? '').replace(/^CMD /, '')) as string[];
    expect(command.slice(0, 2)).toEqual(['node', '-e']);
    execFileSync(process.execPath, ['--check', '-'], { input: command[2] ?? '' });
    expect(command[2]).toContain('/api/health');
  });

  it('sets variables that there are, and keeps data where its volume is', () => {
    const env = Object.fromEntries(
      all('ENV')
        .flatMap(words)
        .map((pair) => /^(.*?)=(.*)$/.exec(pair)?.slice(1) as [string, string]),
    );
    expect(env['NODE_ENV']).toBe('production');
    const [variables = '', flags = ''] = project.scripts.start.split(' node ');
    const ofScript = `${variables} NODE_OPTIONS=${flags.replace(/ ?deploy.*/, '')}`;
    const ofNode = Object.fromEntries(
      [...ofScript.matchAll(/([A-Z_]+)=(\S+)/g)].map(([, name = '', value]) => [name, value]),
    );
    expect(env).toMatchObject(ofNode);
    expect(all('VOLUME').map(words)).toEqual([[env['DATA_DIR']]]);
    expect(all('EXPOSE').map(words)).toEqual([[env['PORT']]]);
    const own = Object.keys(env).filter((name) => name !== 'NODE_ENV' && !(name in ofNode));
    expect(ALL_VARIABLES).toEqual(expect.arrayContaining(own));
    expect(all('ARG', stages.flat())).toEqual([]);
  });

  it('is labelled with the version of the project', () => {
    expect(all('LABEL')[0]?.arguments).toContain(`version="${project.version}"`);
  });
});
