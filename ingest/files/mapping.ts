import { z } from 'zod';
import { listingFields, rawListing, type ListingField } from '#schemas/events/raw-listing.ts';
import { SOURCE_CATEGORIES } from '#schemas/events/ingest-sources.ts';
import { sourceName } from '#schemas/events/topic.ts';
import { parseSelector, SelectorError } from '../scraper/extract/selector.ts';
import { parsePath } from './names.ts';
import { expression, nameSchema, pathFault, text, valueSchema } from './value-schema.ts';
import { formats, isPage, isTable, traitsOf, type Format } from './format.ts';
import type { Value } from './value.ts';

/** The fields of a listing a mapping can fill, as `schemas/events/raw-listing.ts` has them. */
export const fieldNames = Object.keys(listingFields.shape) as ListingField[];

export const sourceSchema = z.string().refine((name) => sourceName.safeParse(name).success, {
  error: 'must be lower-case letters, digits and hyphens, 63 at most, such as my-dealer',
});

/**
 * The schema of a mapping of one format. It is made per format, so that a path is checked where
 * paths are meant and a key of another format is refused with the formats it belongs to.
 * `ingest/sources/README.md` explains every key with an example.
 */
export function mappingSchema(format: Format | undefined) {
  const table = format === undefined || isTable(format);
  const traits = format && traitsOf(format);
  const value = (target: string) => valueSchema(target, format);
  const perField = Object.fromEntries(
    fieldNames.map((field) => [field, value(field).optional()]),
  ) as Record<ListingField, z.ZodOptional<z.ZodType<Value>>>;
  const textPerField = Object.fromEntries(
    fieldNames.map((field) => [field, text.optional()]),
  ) as Record<ListingField, z.ZodOptional<typeof text>>;
  const anyFields = z.strictObject(perField);
  const someFields = anyFields.refine((given) => Object.keys(given).length > 0, {
    error: 'must name at least one field',
  });

  return z.strictObject({
    source: sourceSchema,
    /** What kind of source it is, for the staff's list of sources; `additional` where it is not said. */
    category: z.enum(SOURCE_CATEGORIES).optional(),
    format: z.enum(formats),
    encoding: only(
      z.enum(['utf-8', 'latin1']).default('utf-8'),
      format === undefined || !isPage(format),
      'csv, tsv, fixed, json, ndjson and xml; a page declares its own',
    ),
    csv: only(csvSettings.optional(), table && format !== 'fixed', 'csv and tsv'),
    fixed: only(fixedSchema(format), format === undefined || format === 'fixed', 'fixed'),
    records: only(
      recordsSchema(format),
      traits?.hasRecords ?? format === undefined,
      'json, xml, html and html-elements',
    ),
    id: z
      .array(value('id'), { error: 'must be a list, such as [Stock]' })
      .min(1, 'must list at least one name')
      .optional(),
    /** Of `html-offers` those that are not what the page itself says by that name. */
    fields: traits?.names === 'own' ? anyFields.default({}) : someFields,
    constants: z.strictObject(textPerField).optional(),
    units: rawListing.schema.shape.units.strict().optional(),
    observedAt: valueSchema('observedAt', format, true),
    history: only(
      historySchema(format).optional(),
      traits === undefined || traits.names === 'path',
      'json, ndjson, xml and html',
    ),
    coverage: z.enum(['full', 'partial']).default('partial'),
    join: joinSchema(format).optional(),
  });
}
/** A key that belongs to some formats only. */
export const only = <T extends z.ZodType>(
  schema: T,
  allowed: boolean,
  formatsAllowed: string,
): T =>
  allowed
    ? schema
    : (z.undefined({ error: `belongs to ${formatsAllowed}` }).optional() as unknown as T);

export type Mapping = z.output<ReturnType<typeof mappingSchema>>;

const OWN_NAMES = Object.fromEntries(fieldNames.map((field) => [field, field]));

/** The fields of a mapping, those that its format knows without being told included. */
export const allFields = ({ format, fields }: Pick<Mapping, 'format' | 'fields'>) =>
  traitsOf(format).names === 'own' ? { ...OWN_NAMES, ...fields } : fields;

const oneByte = z.string().refine((mark) => /^[\t -~]$/.test(mark), {
  error: 'must be one character, such as ";" or "\\t"',
});

export const csvSettings = z.strictObject({
  /** Between cells; the default is a comma, of tsv a tab. */
  delimiter: oneByte.optional(),
  /** Around cells that hold the delimiter or a line end; `none` where quotes mean nothing. */
  quote: z
    .union([z.literal('none'), oneByte], { error: 'must be one character, or none' })
    .default('"'),
  /** Names of the columns, for a file whose first line is a row already. */
  header: z.array(text).min(1, 'must name the columns').optional(),
  /** Lines before the header that say something else. */
  skipLines: z.int().min(0).max(1000).default(0),
});
export type CsvSettings = z.output<typeof csvSettings>;

/** `1-20`: from the first to the twentieth character of a line. */
const columnRange = z
  .string({ error: 'must be a range of characters, such as 1-20' })
  .regex(/^[1-9]\d{0,5}-[1-9]\d{0,5}$/, 'must be a range of characters, such as 1-20')
  .transform((written) => {
    const [from = 1, to = 1] = written.split('-').map(Number);
    return { from, to };
  })
  .refine(({ from, to }) => from <= to, 'must begin before it ends, such as 1-20');

const fixedSettings = z.strictObject({
  /** Where each column stands in a line, counted in characters from 1. */
  columns: z
    .record(z.string().min(1), columnRange)
    .refine((columns) => Object.keys(columns).length > 0, 'must name the columns'),
  /** How long each line is; others are unreadable. Not given where blanks at the end are left out. */
  length: z.int().min(1).max(1_000_000).optional(),
  /** Lines at the beginning that say something else. */
  skipLines: z.int().min(0).max(1000).default(0),
});
export type FixedSettings = z.output<typeof fixedSettings>;

export const fixedSchema = (format: Format | undefined) =>
  format === 'fixed' ? fixedSettings : fixedSettings.optional();

export function recordsSchema(format: Format | undefined) {
  if (format === 'html-elements') return elementsSchema;
  const words = 'must name the element of each record, such as unit or feed.unit';
  const given = format === 'xml' ? z.string({ error: words }) : z.string();
  const path = given.superRefine((written, context) => {
    const fault = pathFault(written, format ?? 'json');
    if (fault !== undefined) context.addIssue(fault);
    else if (parsePath(written).some((step) => step.kind === 'where'))
      context.addIssue('cannot choose by [name=value]: name the array');
  });
  if (format === 'xml')
    return path
      .regex(/^[^.\s[\]]+(?:\.[^.\s[\]]+)*$/, 'must be names of elements, such as feed.unit')
      .transform((one) => [one]);
  if (format !== 'html') return path.transform((one) => [one]).optional();
  return z
    .union([path, z.array(path).min(1)], {
      error:
        'must name the JSON-LD types that are listings, such as [Vehicle, AggregateOffer.offers], or the state of a script, $script.adData',
    })
    .transform((given) => (typeof given === 'string' ? [given] : given));
}

const elementsSchema = z
  .string({ error: 'must be the selector of the element of each listing, such as li.unit' })
  .superRefine((written, context) => {
    try {
      parseSelector(written);
    } catch (error) {
      if (!(error instanceof SelectorError)) throw error;
      context.addIssue(error.message);
    }
  })
  .transform((one) => [one]);

function historySchema(format: Format | undefined) {
  return z
    .strictObject({
      /** The array in the record. */
      path: nameSchema(format),
      /** When an entry was so, read from the entry. */
      observedAt: valueSchema('observedAt', format, true),
      /** What an entry says, read from the entry: each replaces the field of that name. */
      fields: z
        .strictObject({
          price: valueSchema('price', format).optional(),
          msrp: valueSchema('msrp', format).optional(),
        })
        .optional(),
      /** Instead of `fields`, for a list of changes: each entry says what was before and after. */
      changes: z
        .strictObject({
          path: nameSchema(format).optional(),
          field: valueSchema('field', format),
          old: valueSchema('old', format),
          /** Since when the oldest values held, read from the record. */
          since: valueSchema('observedAt', format, true).optional(),
        })
        .optional(),
    })
    .superRefine((given, context) => {
      if ((given.fields === undefined) === (given.changes === undefined))
        context.addIssue(
          'needs one of `fields` (what each entry says) and `changes` (what each entry changed)',
        );
    });
}

function joinSchema(format: Format | undefined) {
  return z.strictObject({
    /** Names of the files to look in, among those of the command and in their folders. */
    from: expression,
    /** What record and partner have in common, read from both. */
    on: valueSchema('value', format),
    /** Fields the partner fills where the record has none, read from the partner. */
    take: z.strictObject(
      Object.fromEntries(
        fieldNames.map((field) => [field, valueSchema(field, format).optional()]),
      ) as Record<ListingField, z.ZodOptional<z.ZodType<Value>>>,
    ),
  });
}

/** The keys of a mapping, for messages. */
export const topLevelKeys = Object.keys(mappingSchema(undefined).shape);
export const nestedKeys = {
  csv: Object.keys(csvSettings.shape),
  fixed: Object.keys(fixedSettings.shape),
  units: Object.keys(rawListing.schema.shape.units.shape),
  history: ['path', 'observedAt', 'fields', 'changes'],
  join: ['from', 'on', 'take'],
};
