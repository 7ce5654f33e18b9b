import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { kafkaSecurityOf } from '#deploy/parts.ts';
import { loadConfig, LOG_VARIABLES } from '#platform/config/load.ts';
import { openKafkaLog } from '#platform/log/kafka.ts';
import type { EventLog } from '#platform/log/port.ts';
import { collect } from '../support/collect.ts';
import { requireOrSkip } from '../support/engines.ts';
import { startKafkaBroker } from '../support/kafka-broker.ts';
import { newTopic } from '../support/log-topic.ts';

const folder = mkdtempSync(join(tmpdir(), 'rigworth-tls-'));
const certificate = makeCertificate();
const PASSWORD = 'a password of the tests';
const login = `org.apache.kafka.common.security.plain.PlainLoginModule required username="broker" password="inside" user_broker="inside" user_rigworth="${PASSWORD}";`;
const oneLine = (text: string) => text.trim().replaceAll('\n', ' ');

// The listener of the name PLAINTEXT, with TLS and a login: as brokers of others are.
const kafka = await startKafkaBroker({
  'listener.security.protocol.map': 'PLAINTEXT:SASL_SSL,CONTROLLER:PLAINTEXT',
  'inter.broker.listener.name': 'PLAINTEXT',
  'sasl.mechanism.inter.broker.protocol': 'PLAIN',
  'sasl.enabled.mechanisms': 'PLAIN',
  'listener.name.plaintext.plain.sasl.jaas.config': login,
  'ssl.keystore.type': 'PEM',
  'ssl.keystore.certificate.chain': oneLine(certificate.chain),
  'ssl.keystore.key': oneLine(certificate.key),
  'ssl.truststore.type': 'PEM',
  'ssl.truststore.certificates': oneLine(certificate.chain),
});
requireOrSkip('kafka', 'unavailable' in kafka ? kafka.unavailable : undefined);
const broker = 'unavailable' in kafka ? undefined : kafka;

/** Of its own authority, for the address the broker listens on. */
function makeCertificate(): { key: string; chain: string } {
  const [key, chain] = [join(folder, 'key.pem'), join(folder, 'chain.pem')];
  const subject = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1'];
  const files = ['-keyout', key, '-out', chain];
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...subject, ...files], {
    stdio: 'ignore',
  });
  return { key: readFileSync(key, 'utf8'), chain: readFileSync(chain, 'utf8') };
}

afterAll(() => rmSync(folder, { recursive: true }));

describe.skipIf(!broker)('the log on a Kafka with TLS and a login', () => {
  const authorities = getCACertificates();
  const said: string[] = [];
  let log: EventLog | undefined;

  const env = {
    KAFKA_BROKERS: broker?.brokers.join() ?? '',
    KAFKA_SSL: '1',
    KAFKA_SASL_MECHANISM: 'plain',
    KAFKA_SASL_USER: 'rigworth',
    KAFKA_SASL_PASSWORD: PASSWORD,
  };
  async function open(change: Partial<typeof env> = {}, openWithinMs = 30_000): Promise<EventLog> {
    const config = loadConfig({ ...env, ...change }, LOG_VARIABLES);
    log = await openKafkaLog({
      brokers: config.KAFKA_BROKERS ?? [],
      security: kafkaSecurityOf(config),
      clientId: 'login',
      openWithinMs,
      report: (...line) => said.push(JSON.stringify(line)),
    });
    return log;
  }

  // As NODE_EXTRA_CA_CERTS does it for a process.
  beforeAll(() => setDefaultCACertificates([...authorities, certificate.chain]));
  afterEach(async () => {
    await log?.close();
    log = undefined;
  });
  afterAll(async () => {
    setDefaultCACertificates(authorities);
    await broker?.stop();
  });

  it('takes and gives events', async () => {
    const opened = await open();
    const topic = newTopic();
    await opened.ensureTopics([topic]);
    await opened.publish(topic, [{ key: 'a', value: 'b' }]);
    const member = await collect(opened, { topic, group: 'g' });
    await member.until((messages) => messages.length === 1);
    await member.running.stop();
    expect(said.join()).not.toContain(PASSWORD);
  });

  it('says at once that the login is refused, and not what the password was', async () => {
    const refused = await open({ KAFKA_SASL_PASSWORD: 'hunter2' }).catch((error: unknown) => error);
    expect(refused).toMatchObject({
      code: 'event_log_unavailable',
      message: `Kafka at ${env.KAFKA_BROKERS} refuses the login of 'rigworth' by plain. Check KAFKA_SASL_MECHANISM, KAFKA_SASL_USER and KAFKA_SASL_PASSWORD.`,
    });
    expect(said.join()).not.toContain('hunter2');
  });

  it('gives its login to no broker whose certificate is of an unknown authority', async () => {
    setDefaultCACertificates(authorities);
    try {
      await expect(open({}, 10_000)).rejects.toThrow(/self-signed certificate/);
    } finally {
      setDefaultCACertificates([...authorities, certificate.chain]);
    }
  });
});
