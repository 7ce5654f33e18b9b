/** One instruction of a Dockerfile, its continued lines joined, comments gone. */
export interface Instruction {
  name: string;
  /** `--flag=value` before the arguments. */
  flags: Record<string, string>;
  arguments: string;
}

/** The instructions of each stage, in order; every stage begins with its FROM. */
export function readStages(dockerfile: string): Instruction[][] {
  const stages: Instruction[][] = [];
  for (const line of dockerfile
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll('\\\n', ' ')
    .split('\n')) {
    const parts = /^(?<name>[A-Z]+)\s+(?<flags>(--\S+\s+)*)(?<rest>.*)$/.exec(line.trim())?.groups;
    if (parts === undefined) continue;
    const { name = '', flags = '', rest = '' } = parts;
    if (name === 'FROM') stages.push([]);
    stages.at(-1)?.push({ name, flags: readFlags(flags), arguments: rest.trim() });
  }
  return stages;
}

function readFlags(text: string): Record<string, string> {
  const pairs = [...text.matchAll(/--([\w-]+)=(\S+)/g)];
  return Object.fromEntries(pairs.map(([, name = '', value = '']) => [name, value]));
}
