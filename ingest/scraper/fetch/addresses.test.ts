import { describe, expect, it } from 'vitest';
import { checkUrl, createAddressGuard, isPublicAddress, RequestRefused } from './addresses.ts';

const guard = createAddressGuard();
const refusal = (url: string, by = guard): string => {
  try {
    checkUrl(url, by);
  } catch (error) {
    if (error instanceof RequestRefused) return error.message;
    throw error;
  }
  return 'allowed';
};

describe('addresses', () => {
  it.each([
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '100.100.100.200',
    '127.0.0.1',
    '127.255.255.254',
    '168.63.129.16',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.192',
    '192.0.2.1',
    '192.168.1.1',
    '198.18.0.1',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::127.0.0.1',
    '::7f00:1',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '::ffff:0:127.0.0.1',
    '64:ff9b::7f00:1',
    '64:ff9b:1::1',
    '100::1',
    '2001::1',
    '2001:db8::1',
    '2002:7f00:1::',
    'fc00::1',
    'fd00:ec2::254',
    'fe80::1',
    'fe80::1%eth0',
    'fec0::1',
    'ff02::1',
    'not an address',
  ])('%s is not public', (address) => expect(isPublicAddress(address)).toBe(false));

  it.each(['8.8.8.8', '172.15.0.1', '172.32.0.1', '2606:4700:4700::1111', '::ffff:8.8.8.8'])(
    '%s is public',
    (address) => expect(isPublicAddress(address)).toBe(true),
  );
});

describe('a URL', () => {
  it.each([
    'http://127.0.0.1/',
    'http://2130706433/',
    'http://0x7f000001/',
    'http://0x7f.1/',
    'http://0177.0.0.1/',
    'http://127.1/',
    'http://127.0.0.1./',
    'http://１２７.０.０.１/',
    'http://127。0。0。1/',
    'http://%31%32%37.0.0.1/',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::ffff:7f00:1]/',
    'http://[::127.0.0.1]/',
    'http://0/',
    'http://169.254.169.254/latest/meta-data/',
    'http://[fd00:ec2::254]/',
    'http://localhost/',
    'http://LOCALHOST./',
    'http://rv.localhost/',
    'http://metadata.google.internal/',
    'http://printer.local/',
    'http://intranet/',
    'http://hidden.onion/',
    'http://rv.alt/',
    'http://rv.invalid/',
    'http://kubernetes.default.svc/',
    'http://metadata.goog/',
    'https://10.0.0.1/',
    'http://8.8.8.8:25/',
    'file:///etc/passwd',
    'ftp://rv.example/',
    'gopher://127.0.0.1:11211/_stats',
    'data:text/html,x',
    'javascript:alert(1)',
    'http://user:secret@rv.example/',
    'http://rv.example:80:80/',
    '//rv.example/',
    '',
  ])('%s is refused', (url) => expect(refusal(url)).not.toBe('allowed'));

  it.each([
    'https://rv.example/a?b=c',
    'http://rv.example:8080/',
    'http://8.8.8.8/',
    'https://rv.example./',
  ])('%s is allowed', (url) => expect(refusal(url)).toBe('allowed'));

  it('never shows a password', () =>
    expect(refusal('http://user:secret@rv.example/')).not.toContain('secret'));
});

it('a listed address is allowed at its port, and no other', () => {
  const listed = createAddressGuard(['127.0.0.1:4000', '[::1]:4000']);
  expect(refusal('http://127.0.0.1:4000/', listed)).toBe('allowed');
  expect(refusal('http://2130706433:4000/', listed)).toBe('allowed');
  expect(refusal('http://[::1]:4000/', listed)).toBe('allowed');
  expect(refusal('http://127.0.0.1:4001/', listed)).not.toBe('allowed');
  expect(refusal('http://127.0.0.2:4000/', listed)).not.toBe('allowed');
  expect(refusal('http://localhost:4000/', listed)).not.toBe('allowed');
});
