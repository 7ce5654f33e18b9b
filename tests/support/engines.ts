export type Engine =
  'kafka' | 'postgres' | 'chromium' | 'lightgbm' | 'pdftotext' | 'schemathesis' | 'stripe-mock';

/**
 * A test that needs an engine this machine lacks is skipped with the reason said aloud; where
 * REQUIRE_ENGINES is `1` or lists the engine, the skip is a failure.
 * @param reason why the engine cannot be had; undefined when it can
 */
export function requireOrSkip(engine: Engine, reason: string | undefined): void {
  if (reason === undefined) return;
  if (isRequired(engine))
    throw new Error(`${engine} is required (REQUIRE_ENGINES) and not available: ${reason}`);
  process.stderr.write(`skipped, ${engine} is not available: ${reason}\n`);
}

export function isRequired(engine: Engine): boolean {
  const required = (process.env['REQUIRE_ENGINES'] ?? '').split(',');
  return required.includes('1') || required.includes(engine);
}
