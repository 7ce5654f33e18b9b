import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** Apache Kafka as its jars, for machines without a container engine. The version is pom.xml's. */
const CACHE = join(import.meta.dirname, '../.cache/kafka');
const JARS = join(CACHE, '4.1.0');
const POM = join(import.meta.dirname, 'kafka/pom.xml');

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
    const maven = spawnSync('mvn', ['-q', '-B', '-f', POM, ...goal, '-DincludeScope=runtime'], {
      encoding: 'utf8',
    });
    if (maven.status !== 0) {
      rmSync(fetching, { recursive: true, force: true });
      throw new Error(`Maven could not fetch Kafka's jars: ${maven.stdout}${maven.stderr}`);
    }
    if (existsSync(JARS)) rmSync(fetching, { recursive: true, force: true });
    else renameSync(fetching, JARS);
  }
  return join(JARS, '*');
}
