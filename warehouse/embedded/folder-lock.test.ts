import { describe, expect, it } from 'vitest';
import { isLockOf } from './folder-lock.ts';

describe('a line of the system’s list of locks', () => {
  const line = '7: FLOCK  ADVISORY  WRITE 4711 fe:00:1234 0 EOF';
  const at = (major: number, minor: number, ino = 1234) => ({ dev: major * 256 + minor, ino });

  it('is of a file by its device and number', () => {
    expect(isLockOf(line, at(0xfe, 0), undefined)).toBe(true);
    expect(isLockOf(line, at(0xfe, 0, 123), undefined)).toBe(false);
  });

  it('of a file of the same number on another device is none of it', () => {
    expect(isLockOf(line, at(0xfe, 1), undefined)).toBe(false);
    expect(isLockOf(line, at(0xfe, 1), 4712)).toBe(false);
  });

  it('counts where the process holds it that the file names, whatever device it is shown on', () => {
    expect(isLockOf(line, at(0, 57), 4711)).toBe(true);
  });

  it('of another kind of lock is none of the engine’s', () => {
    expect(isLockOf(line.replace('FLOCK', 'POSIX'), at(0xfe, 0), 4711)).toBe(false);
  });
});
