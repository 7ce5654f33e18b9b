import { configureGlobal } from 'fast-check';

/**
 * Property tests draw the same cases at every run, so that who changes nothing breaks nothing.
 * `PROPERTY_SEED=7 npm test` draws others: look there for faults, and give each a test of its own.
 */
configureGlobal({ seed: Number(process.env['PROPERTY_SEED'] ?? 20_261_122) });
