import { expect, it } from 'vitest';
import { OwnAddress } from './own-address.ts';

const looks = (address: OwnAddress, ...keys: string[]) => keys.map((key) => address.isOthers(key));

it('knows its own writes, however late the page looks at them', () => {
  const address = new OwnAddress('empty');
  address.write('make');
  address.write('make and model');
  expect(address.latest).toBe('make and model');
  expect(looks(address, 'make', 'make and model', 'make and model')).toEqual([false, false, false]);
});

it('knows its own writes where the page looked at the last of them only', () => {
  const address = new OwnAddress('empty');
  for (const key of ['a', 'b', 'c']) address.write(key);
  expect(looks(address, 'c')).toEqual([false]);
  // The writes before it are over: who brings one of them back now is somebody else.
  expect(looks(address, 'a')).toEqual([true]);
  expect(address.latest).toBe('a');
});

it('hears of Back and of links, also while a write is on its way', () => {
  const address = new OwnAddress('empty');
  expect(looks(address, 'linked', 'linked')).toEqual([true, false]);
  address.write('typed');
  expect(looks(address, 'linked')).toEqual([true]);
  expect(address.latest).toBe('linked');
});

it('hears of Back to a write that was never looked at', () => {
  const address = new OwnAddress('empty');
  for (const key of ['a', 'b']) address.write(key);
  expect(address.isElsewhere('a')).toBe(true);
  expect(address.latest).toBe('a');
  expect(looks(address, 'a')).toEqual([false]);
});

it('knows a write that led back itself', () => {
  const address = new OwnAddress('empty');
  address.write('back');
  expect(address.isElsewhere('back')).toBe(false);
  expect(looks(address, 'back')).toEqual([false]);
});

it('knows the last of two writes that say the same', () => {
  const address = new OwnAddress('');
  for (const key of ['a', '', 'a']) address.write(key);
  expect(looks(address, 'a', '')).toEqual([false, true]);
});
