import { z } from 'zod';
import { parseElementName, SelectorError } from '../scraper/extract/selector.ts';
import { formatFault } from './instant.ts';
import { PathError, parsePath } from './names.ts';
import { compilePattern, PatternError } from './pattern.ts';
import { plainMessage } from './plain-message.ts';
import { isPage, isTable, traitsOf, type Format } from './format.ts';
import { isDollarName, templateNames, templateTexts, type Value } from './value.ts';

/** YAML reads 2024 as a number and true as a truth value: where text is meant, both are text. */
export const text = z
  .union([z.string(), z.number(), z.boolean()], { error: 'must be text' })
  .transform(String);

/**
 * The schema of a value, in the form it was written in: a message speaks of that form, not of all
 * the forms it could have had. `target` is the field the value is for, `time` allows a date format.
 */
export function valueSchema(
  target: string,
  format: Format | undefined,
  time = false,
): z.ZodType<Value> {
  const self = z.lazy(() => valueSchema(target, format, time));
  const name = nameSchema(format, time);
  const alternatives = z.array(self).min(1, 'must list at least one name');
  const detailed = z
    .strictObject({
      from: self.optional(),
      template: text
        .superRefine((template, context) => {
          const brace = braceFault(template);
          if (brace !== undefined) context.addIssue(brace);
          for (const part of templateNames(template)) {
            const fault = nameFault(part, format, time);
            if (fault !== undefined) context.addIssue(fault);
          }
        })
        .optional(),
      pattern: pattern(target).optional(),
      replace: z.record(z.string().min(1), text).optional(),
      values: z.record(z.string(), text).optional(),
      ...(time ? { format: timeFormat(target).optional() } : {}),
    })
    .superRefine((given, context) => {
      if ((given.from === undefined) === (given.template === undefined))
        context.addIssue('needs one of `from` (a name or a list of names) and `template`');
    });
  return z.unknown().transform((input, context): Value => {
    const form = pickForm(input, { name, alternatives, detailed });
    const parsed = form?.safeParse(input, { error: plainMessage });
    if (parsed?.success) return parsed.data as Value;
    const issues = parsed?.error.issues ?? [
      {
        code: 'custom' as const,
        path: [],
        message: input === undefined ? missing(target) : notAValue,
      },
    ];
    for (const issue of issues) context.issues.push({ ...issue, input } as z.core.$ZodRawIssue);
    return z.NEVER;
  });
}

const notAValue = 'must be a name, a list of names, or an object with `from` or `template`';
const missing = (target: string): string =>
  target === 'observedAt'
    ? 'is missing; name where the record says when, or write $option to take --observed-at'
    : `is missing; ${notAValue}`;

function pickForm<Name, Alternatives, Detailed>(
  input: unknown,
  forms: { name: Name; alternatives: Alternatives; detailed: Detailed },
): Name | Alternatives | Detailed | undefined {
  if (typeof input === 'string') return forms.name;
  if (Array.isArray(input)) return forms.alternatives;
  return typeof input === 'object' && input !== null ? forms.detailed : undefined;
}

/** One name of a mapping: a column, a path or what an element is called. */
export const nameSchema = (format: Format | undefined, time = false) =>
  z.string().superRefine((written, context) => {
    const fault = nameFault(written, format, time);
    if (fault !== undefined) context.addIssue(fault);
  });

/** What is wrong with a name, or undefined. A column may be called anything; a path must be one. */
function nameFault(name: string, format: Format | undefined, time: boolean): string | undefined {
  if (name.trim() === '') return 'must not be empty';
  if (time && /^\d{4}-\d{2}-\d{2}/.test(name))
    return `is a day, not the name of what holds it: write $option and give --observed-at ${name}`;
  if (format === undefined) return undefined;
  const fault = isDollarName(name) ? dollarFault(name, format, time) : undefined;
  if (fault !== undefined || isTable(format)) return fault;
  if (traitsOf(format).names !== 'element') return pathFault(name, format);
  try {
    if (!isDollarName(name)) parseElementName(name);
    return undefined;
  } catch (error) {
    if (error instanceof SelectorError) return error.message;
    throw error;
  }
}

/** What is wrong with a path, or undefined. XPath and JSONPath would be read as names that are nowhere. */
export function pathFault(name: string, format: Format): string | undefined {
  const outside = name.replaceAll(/\[[^\]]*\]/g, '');
  const shown = JSON.stringify(name);
  if (/^\$[.[]/.test(name))
    return `${shown} is not a path: it begins in the record, without $. Write ${name.replace(/^\$\.?/, '')}`;
  if (name.startsWith('/') || (format === 'xml' && outside.includes('/'))) {
    const dotted = name.replace(/^\/+/, '').replaceAll(/\/+/g, '.');
    const named = format === 'xml' ? '' : `; a key that is called so is written [${shown}]`;
    return `${shown} is not a path. Write ${dotted}${named}`;
  }
  try {
    parsePath(name);
    return undefined;
  } catch (error) {
    if (error instanceof PathError) return error.message;
    throw error;
  }
}

/** A brace of a template that is left when its names are taken out. */
function braceFault(template: string): string | undefined {
  const left = templateTexts(template).find((text) => /[{}]/.test(text));
  if (left === undefined) return undefined;
  const open = left.indexOf('{');
  return open === -1
    ? 'has a } that closes no name'
    : `${JSON.stringify(left.slice(open))} is not closed with a }`;
}

/** The names with a dollar are a closed list: one that is misspelt would give nothing, without a word. */
function dollarFault(name: string, format: Format, time: boolean): string | undefined {
  const { names, hasKeys } = traitsOf(format);
  const allowed = [
    '$file',
    '$nothing',
    ...(time ? ['$option'] : []),
    ...(isPage(format) ? ['$url', '$title'] : []),
    ...(names === 'element' ? ['$text'] : []),
    ...(hasKeys === true ? ['$key'] : []),
  ];
  if (allowed.includes(name)) return undefined;
  if (isTable(format) && /^\$[1-9]\d*$/.test(name)) return undefined;
  if (names === 'path' && /^\$(?:parent|root)\../.test(name)) return undefined;
  const [others, instead] = isTable(format)
    ? [['$1 (the first cell of a row)'], '. A column that is called so is written by its place']
    : names === 'path'
      ? [['$parent.x', '$root.x'], `. A key that is called so is written [${JSON.stringify(name)}]`]
      : [[], ''];
  return `${JSON.stringify(name)} is not one of the names with a dollar that ${format} has: ${[...allowed, ...others].join(', ')}${instead}`;
}

/** A regular expression. */
export const expression = text.superRefine((source, context) => {
  try {
    compilePattern(source);
  } catch (error) {
    if (!(error instanceof PatternError)) throw error;
    context.addIssue({ code: 'custom', message: error.message, continue: false });
  }
});

/** A regular expression with a group that says which part is wanted: `target`, or `value`. */
export const pattern = (target: string) =>
  expression.superRefine((source, context) => {
    const groups = Object.keys(compilePattern(source).namedGroups());
    if (!groups.includes(target) && !groups.includes('value'))
      context.addIssue(
        `must name the part it is after, (?<${target}>…) or (?<value>…); it names ${groups.join(', ') || 'none'}`,
      );
  });

/** A month needs no day. */
const timeFormat = (target: string) =>
  text.superRefine((format, context) => {
    const fault = formatFault(format, target === 'month' ? ['YYYY', 'M'] : undefined);
    if (fault !== undefined)
      context.addIssue(
        `"${format}" is not a date format: ${fault}. Write it like MM/DD/YYYY, or unix, or unix-ms`,
      );
  });
