import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endWithUs } from './end-with-us.ts';
import { freePort } from './postgres.ts';
import { kafkaClassPath, whyNoJars } from './kafka-jars.ts';
import { until } from './until.ts';

export interface KafkaBroker {
  brokers: string[];
  /** Ends the broker and removes its files. */
  stop(): Promise<void>;
  /** Only for a broker of our own: takes it away, and brings it back with what it held. */
  control?: { halt(): Promise<void>; resume(): Promise<void> };
}

/** Why no real Kafka can be had on this machine, or undefined when one can. Starts nothing. */
export function whyNoKafka(): string | undefined {
  if (process.env['KAFKA_BROKERS'] || hasContainerEngine()) return undefined;
  return whyNoOwnKafka();
}

function whyNoOwnKafka(): string | undefined {
  const reason = whyNoJars();
  return reason && `KAFKA_BROKERS is not set, no container engine answers, and ${reason}`;
}

/**
 * A real Kafka for tests: the brokers of `KAFKA_BROKERS`, else a container, else the Apache Kafka
 * jars with Java 17, one node without ZooKeeper on loopback.
 * @param own settings that a test needs: then it is a new broker, whatever `KAFKA_BROKERS` says
 */
export async function startKafkaBroker(
  own?: Readonly<Record<string, string>>,
): Promise<KafkaBroker | { unavailable: string }> {
  const given = process.env['KAFKA_BROKERS'];
  if (given && !own) return { brokers: given.split(','), stop: () => Promise.resolve() };
  const container = hasContainerEngine();
  const unavailable = container ? undefined : whyNoOwnKafka();
  if (unavailable) return { unavailable };
  return container ? startContainer(own) : startJars(own);
}

function hasContainerEngine(): boolean {
  return spawnSync('docker', ['info'], { timeout: 5_000, stdio: 'ignore' }).status === 0;
}

async function startContainer(own: Readonly<Record<string, string>> = {}): Promise<KafkaBroker> {
  const { GenericContainer, Wait } = await import('testcontainers');
  const port = await freePort();
  const settings = {
    ...brokerSettings({ port, controller: 9093, listen: '0.0.0.0' }),
    ...own,
  };
  const environment = Object.fromEntries(
    Object.entries(settings).map(([name, value]) => [
      `KAFKA_${name.toUpperCase().replaceAll('.', '_')}`,
      value,
    ]),
  );
  const container = await new GenericContainer('apache/kafka:4.1.0')
    .withEnvironment({ ...environment, KAFKA_HEAP_OPTS: '-Xmx512m' })
    .withExposedPorts({ container: port, host: port })
    .withWaitStrategy(Wait.forLogMessage(/Kafka Server started/))
    .start();
  return {
    brokers: [`127.0.0.1:${port}`],
    stop: async () => void (await container.stop()),
    control: {
      halt: async () => void spawnSync('docker', ['stop', container.getId()]),
      resume: async () => {
        spawnSync('docker', ['start', container.getId()]);
        await answers(port);
      },
    },
  };
}

async function startJars(own: Readonly<Record<string, string>> = {}): Promise<KafkaBroker> {
  const classPath = kafkaClassPath();
  const directory = await mkdtemp(join(tmpdir(), 'rigworth-kafka-'));
  const port = await freePort();
  const settings = brokerSettings({ port, controller: await freePort(), listen: '127.0.0.1' });
  const properties = join(directory, 'server.properties');
  const lines = Object.entries({ ...settings, ...own, 'log.dirs': join(directory, 'log') });
  await writeFile(properties, lines.map(([name, value]) => `${name}=${value}`).join('\n'));
  const format = ['format', '-t', 'cmlnd29ydGgtdGVzdHMtMQ', '-c', properties];
  const formatted = spawnSync('java', ['-cp', classPath, 'kafka.tools.StorageTool', ...format], {
    encoding: 'utf8',
    timeout: 120_000,
  });
  if (formatted.status !== 0)
    throw new Error(`Kafka's storage could not be formatted: ${formatted.stderr}`);

  let running = await launch(classPath, properties, port);
  return {
    brokers: [`127.0.0.1:${port}`],
    async stop() {
      await running.end();
      await rm(directory, { recursive: true, force: true });
    },
    control: {
      halt: () => running.end(),
      resume: async () => {
        running = await launch(classPath, properties, port);
      },
    },
  };
}

function brokerSettings(at: { port: number; controller: number; listen: string }) {
  return {
    'process.roles': 'broker,controller',
    'node.id': '1',
    'controller.quorum.voters': `1@127.0.0.1:${at.controller}`,
    listeners: `PLAINTEXT://${at.listen}:${at.port},CONTROLLER://127.0.0.1:${at.controller}`,
    'advertised.listeners': `PLAINTEXT://127.0.0.1:${at.port}`,
    'controller.listener.names': 'CONTROLLER',
    'listener.security.protocol.map': 'PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT',
    'auto.create.topics.enable': 'false',
    'offsets.topic.replication.factor': '1',
    'offsets.topic.num.partitions': '4',
    'transaction.state.log.replication.factor': '1',
    'transaction.state.log.min.isr': '1',
    'group.initial.rebalance.delay.ms': '0',
    'group.min.session.timeout.ms': '1000',
    // Retention is looked at every half second instead of every five minutes.
    'log.retention.check.interval.ms': '500',
    'log.initial.task.delay.ms': '500',
    'log.cleaner.enable': 'false',
  };
}

async function launch(classPath: string, properties: string, port: number) {
  const logFile = `${properties}.log`;
  const options = ['-Xmx512m', '-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1', '-cp', classPath];
  const command = `exec java "$@" > '${logFile}' 2>&1`;
  const broker = spawn('sh', ['-c', command, 'sh', ...options, 'kafka.Kafka', properties], {
    stdio: 'ignore',
  });
  const guard = endWithUs(broker);
  try {
    await answers(port, broker);
  } catch (error) {
    broker.kill('SIGKILL');
    const log = existsSync(logFile) ? await readFile(logFile, 'utf8') : '';
    throw new Error(`Kafka did not start: ${log.slice(-2_000)}`, { cause: error });
  }
  return {
    async end() {
      if (broker.exitCode === null && broker.signalCode === null) {
        const gone = once(broker, 'exit');
        broker.kill('SIGTERM');
        const late = setTimeout(() => broker.kill('SIGKILL'), 10_000);
        await gone;
        clearTimeout(late);
      }
      guard.kill();
    },
  };
}

/** Waits until the port takes connections. */
function answers(port: number, broker?: ChildProcess): Promise<void> {
  return until(`port ${port} answers`, async () => {
    if (broker && broker.exitCode !== null) throw new Error(`It ended with ${broker.exitCode}.`);
    const socket = connect({ port, host: '127.0.0.1' });
    const connected = await Promise.race([
      once(socket, 'connect').then(() => true),
      once(socket, 'error').then(() => false),
    ]).catch(() => false);
    socket.destroy();
    return connected;
  });
}
