import { LOG_VARIABLES, loadConfig } from '#platform/config/load.ts';
import { Lifecycle } from '#platform/lifecycle.ts';
import { createLogger } from '#platform/logging.ts';

/** What a command that uses the log is configured by. It is quiet unless LOG_LEVEL asks for more. */
export function configureCommand() {
  const config = loadConfig(process.env, [
    'DATA_DIR',
    ...LOG_VARIABLES,
    'CLICKHOUSE_URL',
    'LOG_LEVEL',
    'SAMPLE',
    'STORY_LLM_URL',
    'STORY_LLM_KEY',
    'STORY_LLM_MODEL',
  ]);
  const logger = createLogger(
    process.env['LOG_LEVEL'] ? config.LOG_LEVEL : 'error',
    process.stderr,
  );
  return { config, logger, lifecycle: new Lifecycle(logger) };
}
