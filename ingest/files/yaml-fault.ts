import {
  isCollection,
  isNode,
  isScalar,
  visit,
  type Document,
  type ErrorCode,
  type YAMLError,
} from 'yaml';

export interface YamlFault {
  offset: number;
  message: string;
}

/** The first thing wrong with a document: what is said of the rest follows from it as a rule. */
export function yamlFault(document: Document, yaml: string): YamlFault | undefined {
  const [error] = document.errors;
  return error === undefined ? aliasFault(document) : inWords(error, document, yaml);
}

const words: Partial<Record<ErrorCode, string>> = {
  RESOURCE_EXHAUSTION: 'it is nested too deep',
  MULTIPLE_DOCS: 'a second mapping begins here, behind ---; each has a file of its own',
  TAB_AS_INDENT: 'lines begin with spaces, not tabs',
  BLOCK_AS_IMPLICIT_KEY:
    'a line has one key and its value; put a text with ": " in quotes, and begin keys that belong together at the same place',
  UNEXPECTED_TOKEN: 'more stands behind a value that has ended; put the whole text in quotes',
  BAD_ALIAS: 'put a text that begins with * or & in quotes',
  MULTILINE_IMPLICIT_KEY: 'there is no colon behind the key',
};

function inWords(error: YAMLError, document: Document, yaml: string): YamlFault {
  const [offset] = error.pos;
  const open = notClosed(document, yaml);
  if (open !== undefined && error.code !== 'RESOURCE_EXHAUSTION') return open;
  const known = words[error.code];
  if (known !== undefined) return { offset, message: known };
  if (error.code === 'DUPLICATE_KEY') {
    const key = /^(["']?)(.*?)\1\s*:/.exec(yaml.slice(offset, offset + 200))?.[2] ?? '';
    return { offset, message: `the key ${key} is there twice` };
  }
  if (error.code === 'BAD_SCALAR_START')
    return { offset, message: `put a text that begins with ${yaml.charAt(offset)} in quotes` };
  return missingColon(error) ?? { offset, message: error.message };
}

const missingColon = ({ code, pos: [offset], message }: YAMLError): YamlFault | undefined =>
  code === 'MISSING_CHAR' && message.includes('map values')
    ? { offset, message: 'there is no colon behind the key' }
    : undefined;

/** The sign at the end of what begins with one. */
const closing: Record<string, string> = { '{': '}', '[': ']', '"': '"', "'": "'" };

/** The last bracket or quote without its end: where a fault lies that is only noticed further down. */
function notClosed(document: Document, yaml: string): YamlFault | undefined {
  let fault: YamlFault | undefined;
  visit(document, {
    Node(_key, node) {
      if (!isNode(node) || !(isScalar(node) || (isCollection(node) && node.flow === true))) return;
      const [start, end] = node.range ?? [0, 0];
      const sign = yaml.charAt(start);
      const last = closing[sign];
      if (last === undefined || (end > start + 1 && yaml.charAt(end - 1) === last)) return;
      const message =
        sign === last
          ? `the text has no ${last} at its end`
          : `the ${sign} is not closed with a ${last}${cutByComment(yaml, start, last)}`;
      fault = { offset: start, message };
    },
  });
  return fault;
}

/** A name such as `Stock #` is cut off before its sign, and so is the end that stands behind it. */
function cutByComment(yaml: string, start: number, last: string): string {
  const [line = ''] = yaml.slice(start).split('\n', 1);
  const comment = line.indexOf(' #');
  return comment >= 0 && line.includes(last, comment)
    ? ', since " #" begins a comment; put the text in quotes'
    : '';
}

function aliasFault(document: Document): YamlFault | undefined {
  let fault: YamlFault | undefined;
  visit(document, {
    Alias(_key, alias, path) {
      const repeated = alias.resolve(document);
      if (repeated !== undefined && !path.includes(repeated)) return undefined;
      const message =
        repeated === undefined
          ? `*${alias.source} repeats nothing: no &${alias.source} stands before it`
          : `*${alias.source} stands inside what it repeats`;
      fault = { offset: alias.range?.[0] ?? 0, message };
      return visit.BREAK;
    },
  });
  return fault;
}
