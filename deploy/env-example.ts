import { readFile, writeFile } from 'node:fs/promises';
import { z } from 'zod';
import { variables } from '#platform/config/variables.ts';

const FILE = new URL('../.env.example', import.meta.url);

/** `.env.example` from the configuration's schema: every variable, what it means, its default. */
function render(): string {
  const blocks = Object.entries(variables).map(([name, schema]) => {
    const fallback: unknown = schema instanceof z.ZodDefault ? schema.def.defaultValue : '';
    const description = schema.description ?? z.globalRegistry.get(schema)?.description ?? '';
    return `# ${description}\n#${name}=${String(fallback)}\n`;
  });
  return `# Every variable has a default: none needs to be set. Export what differs; this file is not read.\n# Generated from platform/config/variables.ts by \`node deploy/env-example.ts\`.\n\n${blocks.join('\n')}`;
}

if (process.argv.includes('--check')) {
  if ((await readFile(FILE, 'utf8').catch(() => '')) !== render()) {
    console.error(
      '.env.example is not what platform/config/variables.ts says: run node deploy/env-example.ts',
    );
    process.exit(1);
  }
} else await writeFile(FILE, render());
