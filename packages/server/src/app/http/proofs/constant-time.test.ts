// Checked in the source, since timing cannot be measured on a busy machine: secrets are compared only in constant time.
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../../..');
const sources = globSync('**/*.ts', { cwd: root })
  .filter((file) => !/\.test\.ts$|(^|\/)testing\//.test(file))
  .map((file) => ({ file, text: readFileSync(path.join(root, file), 'utf8') }));

const secret = String.raw`[\w.]*(?:signature|secret|token|digest|hmac|password|apikey|claimed)\w*`;
const comparison = new RegExp(String.raw`${secret}\)?\s*[!=]==?|[!=]==?\s*${secret}`, 'i');
/** Comparisons that reveal nothing: a type, a length, or whether a value exists. */
const harmless = /typeof [\w.]+|[\w.]+\.(?:length|size)\b|[!=]==?\s*(?:undefined|null|''|'[a-z]+'|\d+)/g;

/** Lines that compare a secret like ordinary text. */
const compared = (text: string): string[] =>
  text.split('\n').filter((line) => !/^\s*(\/\/|\*|\/\*)/.test(line) && comparison.test(line.replace(harmless, ' ')));

describe('[CHK10] comparisons of keys, signatures and secrets', () => {
  test.each([
    'if (signature === expected) return true;',
    'return request.headers.authorization === token;',
    'if (digest(given) !== digestOf(secret)) throw',
    'const ok = stored.webhookSecret == told.secret;',
  ])('%s is detected', (line) => expect(compared(line)).toEqual([line]));

  test.each([
    "typeof token === 'string'",
    'if (secret === undefined) return',
    "url.password !== ''",
    'tokens.size === 1',
  ])('%s is not detected', (line) => expect(compared(line)).toEqual([]));

  test('are never ordinary text comparisons', () => {
    expect(sources.length).toBeGreaterThan(300);
    expect(sources.flatMap(({ file, text }) => compared(text).map((line) => `${file}: ${line.trim()}`))).toEqual([]);
  });

  test('each function that checks a secret reads all of it', () => {
    const checkers = sources.filter(({ text }) =>
      /export (?:async )?(?:function|const) is\w*Sign\w*|#verify|isSecretIn/.test(text),
    );
    expect(checkers.length).toBeGreaterThan(3);
    const careless = checkers.filter(({ text }) => !/timingSafeEqual|\bverify\(/.test(text));
    expect(careless.map(({ file }) => file)).toEqual([]);
  });
});
