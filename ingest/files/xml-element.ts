import { Tokenizer } from 'htmlparser2';
import { maxDepth } from './parse-json.ts';

type Handlers = ConstructorParameters<typeof Tokenizer>[1];

const ignore = (): void => undefined;

/** Handlers of the tokens of XML that hear of these only. */
export const xmlHandlers = (some: Partial<Handlers>): Handlers => ({
  onopentagname: ignore,
  onattribname: ignore,
  onattribdata: ignore,
  onattribentity: ignore,
  onattribend: ignore,
  onopentagend: ignore,
  onselfclosingtag: ignore,
  ontext: ignore,
  ontextentity: ignore,
  onclosetag: ignore,
  oncdata: ignore,
  oncomment: ignore,
  ondeclaration: ignore,
  onprocessinginstruction: ignore,
  onend: ignore,
  ...some,
});

interface Open {
  name: string;
  attributes: [string, string][];
  children: Map<string, unknown[]>;
  text: string;
}

/**
 * The value of one element: its text, or an object of what is in it. Entities are XML's own five and
 * numbers: none is expanded into others.
 */
export function readElement(xml: string): { value: unknown } | { fault: string } {
  const open: Open[] = [{ name: '', attributes: [], children: new Map(), text: '' }];
  let isTooDeep = false;
  let attribute = '';
  let said = '';
  const top = (): Open | undefined => open.at(-1);
  const nameAt = (start: number, end: number): string => xml.slice(start, end).replace(/^.*:/, '');
  const take = (text: string): void => {
    const element = top();
    if (element) element.text += text;
  };
  const close = (): void => {
    const element = open.pop();
    const parent = top();
    if (element === undefined || parent === undefined) return;
    const values = parent.children.get(element.name) ?? [];
    values.push(valueOf(element));
    parent.children.set(element.name, values);
  };
  const tokens = new Tokenizer(
    { xmlMode: true, decodeEntities: true },
    xmlHandlers({
      onopentagname(start, end) {
        open.push({ name: nameAt(start, end), attributes: [], children: new Map(), text: '' });
        // No further: what a tag that closes nothing costs grows with what is open.
        isTooDeep = open.length > maxDepth;
        if (isTooDeep) tokens.pause();
      },
      onattribname(start, end) {
        attribute = nameAt(start, end);
        said = '';
      },
      onattribdata: (start, end) => (said += xml.slice(start, end)),
      onattribentity: (codePoint) => (said += String.fromCodePoint(codePoint)),
      onattribend: () => top()?.attributes.push([`@${attribute}`, said]),
      onselfclosingtag: close,
      ontext: (start, end) => take(xml.slice(start, end)),
      ontextentity: (codePoint) => take(String.fromCodePoint(codePoint)),
      // The tokens count the two brackets at a CDATA section's end to it.
      oncdata: (start, end, offset) => take(xml.slice(start, end - offset)),
      onclosetag(start, end) {
        const name = nameAt(start, end);
        if (!open.some((element) => element.name === name)) return;
        while (top()?.name !== name) close();
        close();
      },
    }),
  );
  tokens.write(xml);
  tokens.end();
  if (isTooDeep) return { fault: `it is nested deeper than ${maxDepth} levels` };
  while (open.length > 1) close();
  const [first] = [...(top()?.children.values() ?? [])].flat();
  return { value: typeof first === 'object' ? first : { '#text': first ?? '' } };
}

function valueOf({ attributes, children, text }: Open): unknown {
  const plain = text.trim();
  if (attributes.length === 0 && children.size === 0) return plain;
  return Object.fromEntries([
    ...attributes,
    ...[...children].map(([name, values]) => [name, values.length === 1 ? values[0] : values]),
    ...(plain === '' ? [] : [['#text', plain]]),
  ]) as unknown;
}
