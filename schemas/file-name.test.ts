import { describe, expect, it } from 'vitest';
import { plainFileName } from './file-name.ts';

describe('a plain name for a file', () => {
  it.each([
    ['RigWorth 2021 Jayco Jay Flight 28BHS', 'rigworth-2021-jayco-jay-flight-28bhs.pdf'],
    ['rigworth 2016 Jayco Берёза', 'rigworth-2016-jayco.pdf'],
    ['../../etc/passwd', 'etc-passwd.pdf'],
    ['x'.repeat(300), `${'x'.repeat(100)}.pdf`],
    [`${'x'.repeat(99)} y`, `${'x'.repeat(99)}.pdf`],
  ])('of %s', (name, file) => expect(plainFileName(name, 'pdf')).toBe(file));
});
