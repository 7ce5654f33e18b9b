import { readFile, readdir } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import {
  LineCounter,
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  parseDocument,
  type Document,
} from 'yaml';
import type { z } from 'zod';
import { fileFault } from '#platform/file-fault.ts';
import { oneLine } from '../one-line.ts';
import { fieldNames, mappingSchema, nestedKeys, topLevelKeys, type Mapping } from './mapping.ts';
import { plainMessage } from './plain-message.ts';
import { formats, type Format } from './format.ts';
import { yamlFault } from './yaml-fault.ts';

const sourcesFolder = join(import.meta.dirname, '..', 'sources');

/** One thing wrong with a mapping, where it stands. */
export interface MappingFault {
  file: string;
  line: number;
  /** `fields.price`; '' for the file as a whole. */
  key: string;
  message: string;
}

/** A mapping that cannot be used. `message` has a line for each fault, all of them at once. */
export class MappingError extends Error {
  readonly code = 'mapping_invalid';
  readonly faults: readonly MappingFault[];
  constructor(faults: readonly MappingFault[]) {
    super(
      faults
        .map(({ file, line, key, message }) =>
          oneLine(`${file}:${line}: ${key === '' ? '' : `${key}: `}${message}`),
        )
        .join('\n'),
    );
    this.faults = faults;
  }
}

const places = new WeakMap<object, (path: readonly PropertyKey[]) => string>();

/** Where a key of a mapping stands, for messages: `my-dealer.yaml:6: fields.price`. */
export const placeInMapping = (
  mapping: Pick<Mapping, 'source'>,
  path: readonly PropertyKey[],
): string => places.get(mapping)?.(path) ?? `the mapping of ${mapping.source}: ${path.join('.')}`;

/** Names of the mappings that come with RigWorth. */
export async function knownSources(): Promise<string[]> {
  const files = await readdir(sourcesFolder);
  return files
    .filter((file) => file.endsWith('.yaml'))
    .map((file) => basename(file, '.yaml'))
    .toSorted();
}

/**
 * Loads the mapping of a source by its name (`bluecompass`), or from a path, which is what has a
 * slash or ends in .yaml or .yml. Throws a MappingError.
 */
export async function loadMapping(nameOrPath: string): Promise<Mapping> {
  const { yaml, shown, name } = await readMapping(nameOrPath);
  return parseMapping(yaml, shown, name);
}

/** A mapping's text, how messages call it, and what its `source` must say where it was given by name. */
export async function readMapping(
  nameOrPath: string,
): Promise<{ yaml: string; shown: string; name: string | undefined }> {
  const isPath = /[/\\]|\.ya?ml$/i.test(nameOrPath);
  const path = isPath ? nameOrPath : join(sourcesFolder, `${nameOrPath}.yaml`);
  const shown = isPath ? nameOrPath : relative(process.cwd(), path);
  try {
    const yaml = await readFile(path, 'utf8');
    return { yaml, shown, name: isPath ? undefined : nameOrPath };
  } catch (error) {
    const known = isPath
      ? ''
      : `. Known sources: ${(await knownSources()).join(', ')}; another is given with --mapping FILE`;
    throw new MappingError([
      { file: shown, line: 1, key: '', message: `${fileFault(error)}${known}` },
    ]);
  }
}

/** Reads a mapping from its text. `file` is for messages; `name`, where given, is what `source` must say. */
export function parseMapping(yaml: string, file: string, name?: string): Mapping {
  const { value, lineAt } = parseYaml(yaml, { file, schemaOf: mappingSchema, allowedKeys });
  mustBeNamed(value.source, name, { file, line: lineAt(['source']) });
  places.set(value, (path) => `${file}:${lineAt(path)}: ${path.join('.')}`);
  return value;
}

/** @throws MappingError where a mapping was given by a name that is not its source's. */
export function mustBeNamed(
  source: string,
  name: string | undefined,
  { file, line }: Pick<MappingFault, 'file' | 'line'>,
): void {
  if (name === undefined || source === name) return;
  const message = `is "${source}", and the file is named ${name}: they must be the same`;
  throw new MappingError([{ file, line, key: 'source', message }]);
}

export interface YamlKind<T> {
  file: string;
  schemaOf: (format: Format | undefined) => z.ZodType<T>;
  /** The keys that may stand in the object at a path, for the message about one that may not. */
  allowedKeys: (path: readonly PropertyKey[]) => readonly string[];
}

/** Reads YAML by a schema, with the line of every fault and of whatever is asked for later. @throws MappingError */
export function parseYaml<T>(
  yaml: string,
  { file, schemaOf, allowedKeys }: YamlKind<T>,
): { value: T; lineAt: (path: readonly PropertyKey[]) => number } {
  const lines = new LineCounter();
  const document = parseDocument(yaml, { lineCounter: lines, prettyErrors: false, merge: true });
  const fault = yamlFault(document, yaml);
  if (fault !== undefined) {
    const line = lines.linePos(fault.offset).line;
    throw new MappingError([{ file, line, key: '', message: `is not YAML: ${fault.message}` }]);
  }
  const given = toValue(document, file);
  if (given === null) throw new MappingError([{ file, line: 1, key: '', message: 'is empty' }]);
  const lineAt = (path: readonly PropertyKey[]): number => lineOf(document, lines, path);
  const parsed = schemaOf(formatOf(given)).safeParse(given, { error: plainMessage });
  if (parsed.success) return { value: parsed.data, lineAt };
  const faults = parsed.error.issues.flatMap((issue) => faultsOf(issue, file, lineAt, allowedKeys));
  throw new MappingError(faults.toSorted((a, b) => a.line - b.line));
}

/** What a document says, its aliases written out: the library refuses those that multiply each other. */
function toValue(document: Document, file: string): unknown {
  try {
    return document.toJS();
  } catch (error) {
    if (!(error instanceof ReferenceError)) throw error;
    const message = `its aliases stand for too much: ${error.message}`;
    throw new MappingError([{ file, line: 1, key: '', message }]);
  }
}

function formatOf(given: unknown): Format | undefined {
  const format =
    typeof given === 'object' && given !== null && 'format' in given ? given.format : undefined;
  return formats.find((known) => known === format);
}

/** The keys that may stand in the object at a path, for the message about one that may not. */
function allowedKeys(path: readonly PropertyKey[]): readonly string[] {
  const [first, second] = path.map(String);
  if (first === undefined) return topLevelKeys;
  if (path.length === 1 && (first === 'fields' || first === 'constants')) return fieldNames;
  if (path.length === 2 && first === 'join' && second === 'take') return fieldNames;
  if (path.length === 1 && first in nestedKeys) return nestedKeys[first as keyof typeof nestedKeys];
  if (path.length === 2 && first === 'history' && second === 'changes')
    return ['path', 'field', 'old', 'since'];
  if (path.length === 2 && first === 'history' && second === 'fields') return ['price', 'msrp'];
  return ['from', 'template', 'pattern', 'replace', 'values', 'format (of instants)'];
}

function faultsOf(
  issue: z.core.$ZodIssue,
  file: string,
  lineAt: (path: readonly PropertyKey[]) => number,
  allowedKeys: YamlKind<unknown>['allowedKeys'],
): MappingFault[] {
  const faultAt = (path: readonly PropertyKey[], message: string): MappingFault => ({
    file,
    line: lineAt(path),
    key: path.join('.'),
    message,
  });
  if (issue.code !== 'unrecognized_keys') return [faultAt(issue.path, issue.message)];
  const message = `there is no such key; allowed: ${allowedKeys(issue.path).join(', ')}`;
  return issue.keys.map((key) => faultAt([...issue.path, key], message));
}

/** The line of the key at a path, or of the nearest thing above it that the file has. */
function lineOf(document: Document, lines: LineCounter, path: readonly PropertyKey[]): number {
  let offset = 0;
  let node: unknown = document.contents;
  for (const step of path) {
    if (isAlias(node)) node = node.resolve(document);
    if (isMap(node)) {
      const pair = node.items.find(
        ({ key }) => isScalar(key) && String(key.value) === String(step),
      );
      if (pair === undefined) break;
      if (isNode(pair.key) && pair.key.range) offset = pair.key.range[0];
      node = pair.value;
    } else if (isSeq(node)) {
      node = node.items[Number(step)];
      if (isNode(node) && node.range) offset = node.range[0];
    } else break;
  }
  return lines.linePos(offset).line;
}
