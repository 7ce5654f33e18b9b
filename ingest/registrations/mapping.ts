import { parse } from 'yaml';
import { z } from 'zod';
import { registrationFields, type RegistrationField } from '#schemas/events/raw-registration.ts';
import { mustBeNamed, parseYaml, readMapping } from '../files/load-mapping.ts';
import {
  csvSettings,
  fixedSchema,
  nestedKeys,
  only,
  recordsSchema,
  sourceSchema,
} from '../files/mapping.ts';
import { pattern, text, valueSchema } from '../files/value-schema.ts';
import { isTable, type Format } from '../files/format.ts';
import type { Value } from '../files/value.ts';

/** Formats that can be read on from a byte. */
const formats = ['csv', 'tsv', 'fixed', 'ndjson', 'xml'] as const;
const fieldNames = Object.keys(registrationFields.shape) as RegistrationField[];

const kind = 'registrations';
const noSuchKind = ({ input }: { input: unknown }): string =>
  `${JSON.stringify(input)} is no kind of mapping: write ${kind}, or leave kind out where the records are listings`;

/** The line that tells where a file ends, for one that says so in no other way. */
const trailerSchema = z.strictObject({
  begins: z.string({ error: 'must be how the last line begins, such as TRL' }).min(1),
  count: pattern('count').optional(),
});

/** The schema of a mapping of registration files, whose keys are those of other mappings. */
function registrationMappingSchema(format: Format | undefined) {
  const values = Object.fromEntries(
    fieldNames.map((field) => [field, valueSchema(field, format, field === 'month').optional()]),
  ) as Record<RegistrationField, z.ZodOptional<z.ZodType<Value>>>;
  const texts = Object.fromEntries(fieldNames.map((field) => [field, text.optional()])) as Record<
    RegistrationField,
    z.ZodOptional<typeof text>
  >;
  const isCsv = format === undefined || (isTable(format) && format !== 'fixed');
  const whole = z
    .strictObject({
      source: sourceSchema,
      kind: z.literal(kind),
      format: z.enum(formats),
      encoding: z.enum(['utf-8', 'latin1']).default('utf-8'),
      csv: only(csvSettings.optional(), isCsv, 'csv and tsv'),
      fixed: only(fixedSchema(format), format === undefined || format === 'fixed', 'fixed'),
      records: only(
        format === 'xml' ? recordsSchema(format) : z.array(z.string()).optional(),
        format === undefined || format === 'xml',
        'xml',
      ),
      fields: z.strictObject(values),
      constants: z.strictObject(texts).optional(),
      observedAt: valueSchema('observedAt', format, true),
      trailer: only(trailerSchema.optional(), format !== 'xml', 'csv, tsv, fixed and ndjson'),
    })
    .superRefine((given, context) => {
      for (const field of ['state', 'month'] as const)
        if (given.fields[field] === undefined && given.constants?.[field] === undefined)
          context.addIssue({
            code: 'custom',
            path: ['fields'],
            message: `must say the ${field}, or constants must`,
          });
    });
  // Of another kind nothing else is said: it may be meant for other keys.
  return z.looseObject({ kind: z.literal(kind, { error: noSuchKind }) }).pipe(whole);
}
export type RegistrationMapping = z.output<ReturnType<typeof registrationMappingSchema>>;

/** Whether a mapping is one of registration files: it says `kind: registrations`. */
export async function isRegistrationMapping(nameOrPath: string): Promise<boolean> {
  const { yaml } = await readMapping(nameOrPath);
  try {
    const given: unknown = parse(yaml);
    return typeof given === 'object' && given !== null && 'kind' in given;
  } catch {
    // What is wrong with it is said by whoever loads it.
    return false;
  }
}

/** Loads a mapping of registration files by its name, or from a path. @throws MappingError */
export async function loadRegistrationMapping(nameOrPath: string): Promise<RegistrationMapping> {
  const { yaml, shown, name } = await readMapping(nameOrPath);
  return parseRegistrationMapping(yaml, shown, name);
}

export const parseRegistrationMapping = (
  yaml: string,
  file: string,
  name?: string,
): RegistrationMapping => {
  const schemaOf = registrationMappingSchema;
  const { value, lineAt } = parseYaml(yaml, { file, schemaOf, allowedKeys });
  mustBeNamed(value.source, name, { file, line: lineAt(['source']) });
  return value;
};

const topLevelKeys = Object.keys(registrationMappingSchema(undefined).out.shape);

function allowedKeys(path: readonly PropertyKey[]): readonly string[] {
  const [first] = path.map(String);
  if (first === undefined) return topLevelKeys;
  if (path.length === 1 && (first === 'fields' || first === 'constants')) return fieldNames;
  if (path.length === 1 && (first === 'csv' || first === 'fixed')) return nestedKeys[first];
  if (first === 'trailer') return Object.keys(trailerSchema.shape);
  return ['from', 'template', 'pattern', 'replace', 'values', 'format (of month and observedAt)'];
}
