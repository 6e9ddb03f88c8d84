import { expect, test } from 'vitest';
import { acceptedCodings } from './accepted-codings.ts';

test.each([
  [undefined, ['identity']],
  ['', ['identity']],
  ['gzip, deflate, br, zstd', ['br', 'gzip', 'identity']],
  ['GZIP', ['gzip', 'identity']],
  ['br;q=0.2, gzip;q=0.8', ['gzip', 'br', 'identity']],
  ['gzip;q=0.5', ['gzip', 'identity']],
  ['identity, gzip;q=0.5', ['identity', 'gzip']],
  ['br;q=0, *', ['gzip', 'identity']],
  ['*', ['br', 'gzip', 'identity']],
  ['identity;q=0, gzip', ['gzip']],
  ['gzip, *;q=0', ['gzip']],
  ['identity;q=0', ['identity']],
  ['*;q=0', ['identity']],
  ['bro, xgzip', ['identity']],
])('[CHK15] Accept-Encoding %j accepts %j', (header, codings) => {
  const headers = header === undefined ? {} : { 'accept-encoding': header };
  expect(acceptedCodings({ headers }, ['br', 'gzip', 'identity'])).toEqual(codings);
});
