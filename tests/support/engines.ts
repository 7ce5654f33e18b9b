export type Engine = 'kafka' | 'postgres' | 'chromium';

/**
 * A test that needs an engine this machine lacks is skipped with the reason said aloud; where
 * REQUIRE_ENGINES is `1` or lists the engine, the skip is a failure.
 * @param reason why the engine cannot be had; undefined when it can
 */
export function requireOrSkip(engine: Engine, reason: string | undefined): void {
  if (reason === undefined) return;
  const required = (process.env['REQUIRE_ENGINES'] ?? '').split(',');
  if (required.includes('1') || required.includes(engine))
    throw new Error(`${engine} is required (REQUIRE_ENGINES) and not available: ${reason}`);
  process.stderr.write(`skipped, ${engine} is not available: ${reason}\n`);
}
