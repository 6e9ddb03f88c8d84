import { expect, test } from 'vitest';
import { readRegion, regionText } from './region-text.ts';

test.each([
  ['', null],
  ['SP, rj', { states: ['SP', 'RJ'], zipcodes: [] }],
  ['01000-000 a 05999-999', { states: [], zipcodes: [{ from: '01000000', to: '05999999' }] }],
  ['MG; 20040002 - 20040099', { states: ['MG'], zipcodes: [{ from: '20040002', to: '20040099' }] }],
  ['01310-100', { states: [], zipcodes: [{ from: '01310100', to: '01310100' }] }],
])('[COM31] a region is read as it is typed: %j', (text, region) => {
  expect(readRegion(text)).toEqual(region);
  expect(readRegion(regionText(readRegion(text)))).toEqual(region);
});

test.each(['São Paulo', 'XX', '01000', '05999-999 a 01000-000', 'SP RJ'])('[COM31] %j is no region', (text) => {
  expect(readRegion(text)).toBeUndefined();
});
