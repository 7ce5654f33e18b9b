import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect } from 'vitest';
import { PARTS_OF_ROLE, ROLES, type Role } from '#deploy/roles/parts-of-role.ts';
import { ALL_VARIABLES, loadConfig } from '#platform/config/load.ts';

/** What the Dockerfile, the compose file and the manifests must agree on with the project. */
export const PROJECT = resolve(import.meta.dirname, '../..');
export const read = (path: string): string => readFileSync(join(PROJECT, path), 'utf8');

export const project = JSON.parse(read('package.json')) as {
  version: string;
  imports: Record<string, string>;
  scripts: { start: string };
};
export const OWN_IMAGE = `rigworth:${project.version}`;
/** A release, not a name that moves on such as `latest` or `17`. */
export const PINNED = /^[\w./-]+:\d+\.\d+(\.\d+)?(-[\w.]+)*$/;

export const roles: readonly string[] = ROLES;

/** What accounts need of those who run RigWorth for others, with values it could have. */
export const ACCOUNT_VARIABLES = {
  PUBLIC_URL: 'https://rv.example.com',
  SMTP_URL: 'smtps://user:password@mail.example.com',
  MAIL_FROM: 'RigWorth <no-reply@rv.example.com>',
  STAFF_EMAILS: 'ada@example.com',
  ALERT_WEBHOOK_URL: 'https://hooks.example.com/alerts',
  STRIPE_SECRET_KEY: 'sk_test_x',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_x',
  STRIPE_WEBHOOK_SECRET: 'whsec_x',
  SESSION_SECRET_PREVIOUS: 'the secret before, of 32 bytes or more',
};

/** What a container runs: `node`, a script of this project, and for a role one that there is. */
export function expectToRun(command: readonly string[]): void {
  const [node, script = '', ...rest] = command;
  expect(node).toBe('node');
  expect(script).toSatisfy((path: string) => existsSync(join(PROJECT, path)));
  expect(script === 'deploy/role.ts' ? roles : [undefined]).toContain(rest[0]);
}

/**
 * The variables given are ones there are, valid, and no start is refused with them.
 * @param role the role that runs alone on them, undefined for a command
 */
export function expectToConfigure(
  env: Readonly<Record<string, string>>,
  role: string | undefined,
): void {
  expect(ALL_VARIABLES).toEqual(expect.arrayContaining(Object.keys(env)));
  const ownProcess = ROLES.includes(role as Role) ? PARTS_OF_ROLE[role as Role] : [];
  expect(() => loadConfig(env, ALL_VARIABLES, { ownProcess })).not.toThrow();
}
