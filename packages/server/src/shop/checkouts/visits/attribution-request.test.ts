import { expect, test } from 'vitest';
import { attributionOf } from './attribution-request.ts';

const visit = {
  ip: '203.0.113.7',
  userAgent: 'Mozilla/5.0 (Linux; Android 15) Chrome/142',
  cookie: undefined,
  query: {},
  pageUrl: 'https://pagar.loja.example/pay/1',
  now: 1_764_273_869_613,
};
const always = { ip: visit.ip, userAgent: visit.userAgent, pageUrl: visit.pageUrl };

test('[COM37] cookies of the platforms and click ids of the link are read, and nothing else', () => {
  const cookie =
    'retoma_known=x; _fbp=fb.1.1596403881668.1116446470; _ga=GA1.1.1234567890.1700000000; _ga_AURORA1234=GS1.1.1764273600.3.1.1; ' +
    '_ga_OTHER567=GS2.1.s1764273601$o1$g0; _ttp=2aurora; session=secret';
  const query = {
    gclid: 'Cj0KCQiA-Aurora',
    wbraid: 'w',
    ttclid: 'E.C.P',
    utm_source: 'x',
    email: 'ana@cliente.example',
  };
  expect(attributionOf({ ...visit, cookie, query })).toEqual({
    ...always,
    fbp: 'fb.1.1596403881668.1116446470',
    gaClientId: '1234567890.1700000000',
    gaSessions: { AURORA1234: '1764273600', OTHER567: '1764273601' },
    gclid: 'Cj0KCQiA-Aurora',
    wbraid: 'w',
    ttclid: 'E.C.P',
    ttp: '2aurora',
  });
});

test('[COM37] a click of Meta in the link replaces the cookie’s, and keeps its case', () => {
  const cookie = '_fbc=fb.1.1554763741205.Older';
  expect(attributionOf({ ...visit, cookie }).fbc).toBe('fb.1.1554763741205.Older');
  expect(attributionOf({ ...visit, cookie, query: { fbclid: 'IwAR2F4-dbP0' } }).fbc).toBe(
    'fb.1.1764273869613.IwAR2F4-dbP0',
  );
});

test('[COM37] a shop may add the cookies’ values to the link', () => {
  const query = { _fbp: 'fb.1.1596403881668.1', _ga: 'GA1.1.1.2', _ga_AURORA1234: 'GS1.1.1764273600.1' };
  expect(attributionOf({ ...visit, query })).toMatchObject({
    fbp: 'fb.1.1596403881668.1',
    gaClientId: '1.2',
    gaSessions: { AURORA1234: '1764273600' },
  });
});

test('[COM37] what does not look like it is left out, and long values are cut', () => {
  const query = { gclid: ['a', 'b'], ttclid: 'a\u0000b', _fbp: 'x', _ga: 'GA1.1.x', fbclid: 'F'.repeat(9_000) };
  const read = attributionOf({ ...visit, query, cookie: `${'x'.repeat(9_000)}; _ttp=lost`, ip: undefined });
  expect(Object.keys(read).toSorted((one, other) => one.localeCompare(other))).toEqual(['fbc', 'pageUrl', 'userAgent']);
  expect(read.fbc).toHaveLength(500);
});
