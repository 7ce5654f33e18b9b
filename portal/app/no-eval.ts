import { config } from 'zod';

/**
 * zod compiles its parsers with `new Function` unless told not to, which our Content Security Policy
 * forbids. It asks as soon as the first schema is made: so this module is imported before any.
 */
config({ jitless: true });
