import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** Apache Kafka as its jars, for machines without a container engine. The version is pom.xml's. */
const CACHE = join(import.meta.dirname, '../.cache/kafka');
const JARS = join(CACHE, '4.1.0');
const POM = join(import.meta.dirname, 'kafka/pom.xml');
/** Maven waits half an hour for a download that stands still; what it has it keeps for the next attempt. */
const FETCH = { timeout: 180_000, killSignal: 'SIGKILL', encoding: 'utf8' } as const;
const ATTEMPTS = 3;

/** Why the jars cannot be used here, or undefined when they can (they may still have to be fetched). */
export function whyNoJars(): string | undefined {
  const java = spawnSync('java', ['-version'], { encoding: 'utf8' });
  const version = Number(/version "(\d+)/.exec(`${java.stderr}${java.stdout}`)?.[1] ?? 0);
  if (version < 17) return `Java 17 or newer is needed, found ${version || 'none'}`;
  if (existsSync(JARS)) return undefined;
  if (spawnSync('mvn', ['-version']).status !== 0) return 'Maven (mvn) is needed to fetch the jars';
  return undefined;
}

/** The class path of the broker; fetches the jars when they are not in the cache yet. */
export function kafkaClassPath(): string {
  if (!existsSync(JARS)) {
    // Into a folder of its own, then renamed: whoever comes at the same time sees all or nothing.
    const fetching = `${JARS}.${process.pid}`;
    mkdirSync(fetching, { recursive: true });
    const goal = ['dependency:copy-dependencies', `-DoutputDirectory=${fetching}`];
    const args = ['-q', '-B', '-f', POM, ...goal, '-DincludeScope=runtime'];
    let maven = spawnSync('mvn', args, FETCH);
    for (let n = 1; n < ATTEMPTS && maven.status !== 0; n++) maven = spawnSync('mvn', args, FETCH);
    if (maven.status !== 0) {
      rmSync(fetching, { recursive: true, force: true });
      const said = `${maven.stdout}${maven.stderr}${maven.error?.message ?? ''}`;
      throw new Error(`Maven could not fetch Kafka's jars: ${said}`);
    }
    try {
      renameSync(fetching, JARS);
    } catch (error) {
      rmSync(fetching, { recursive: true, force: true });
      if (!existsSync(JARS)) throw error;
    }
  }
  return join(JARS, '*');
}
