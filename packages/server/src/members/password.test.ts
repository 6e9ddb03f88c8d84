import { expect, test } from 'vitest';
import { hashPassword, dummyHash, verifyPassword } from './password.ts';

test('a password verifies against its own hash only, and no two hashes are alike', async () => {
  const [one, two] = await Promise.all([hashPassword('segredo é'), hashPassword('segredo é')]);
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]+\$[\w+/]+$/);
  expect(one).not.toBe(two);
  expect(await verifyPassword('segredo é', one)).toBe(true);
  expect(await verifyPassword('segredo e\u0301', one)).toBe(true); // the same letter in another Unicode form
  expect(await verifyPassword('Segredo é', one)).toBe(false);
  expect(await verifyPassword('segredo é', 'nonsense')).toBe(false);
});

test('[AUT1] the dummy hash costs as much work as a real one, and no password matches it', async () => {
  const shape = (phc: string): string => phc.replaceAll(/[\w+/]{22,}/g, ({ length }) => `<${length}>`);
  expect(shape(dummyHash)).toBe(shape(await hashPassword('segredo')));
  expect(await verifyPassword('', dummyHash)).toBe(false);
});
