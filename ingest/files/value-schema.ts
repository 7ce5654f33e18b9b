import { z } from 'zod';
import { parseElementName, SelectorError } from '../scraper/extract/selector.ts';
import { formatFault } from './instant.ts';
import { PathError, parsePath } from './names.ts';
import { compilePattern, PatternError } from './pattern.ts';
import { isTable, templateNames, type Format, type Value } from './value.ts';

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
  const name = z.string().superRefine((written, context) => {
    const fault = nameFault(written, format);
    if (fault !== undefined) context.addIssue(fault);
  });
  const alternatives = z.array(self).min(1, 'must list at least one name');
  const detailed = z
    .strictObject({
      from: self.optional(),
      template: text
        .superRefine((template, context) => {
          for (const part of templateNames(template)) {
            const fault = nameFault(part, format);
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
    const parsed = form?.safeParse(input);
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

/** Names that speak of the file or the command, whatever the format. */
const fileNames: ReadonlySet<string> = new Set(['$file', '$url', '$title', '$option', '$nothing']);

/** What is wrong with a name, or undefined. A column may be called anything; a path must be one. */
function nameFault(name: string, format: Format | undefined): string | undefined {
  if (name.trim() === '') return 'must not be empty';
  if (format === undefined || isTable(format)) return undefined;
  try {
    if (format !== 'html-elements') parsePath(name);
    else if (!fileNames.has(name)) parseElementName(name);
    return undefined;
  } catch (error) {
    if (error instanceof PathError || error instanceof SelectorError) return error.message;
    throw error;
  }
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
const pattern = (target: string) =>
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
