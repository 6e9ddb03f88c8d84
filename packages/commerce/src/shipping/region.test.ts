import { expect, test } from 'vitest';
import { states } from '../person/address.ts';
import { regionHas } from './region.ts';
import { stateOfZipcode } from './zipcode-state.ts';

test('[COM31] a CEP belongs to one state, and every state has one', () => {
  const known = { '01310-100': 'SP', '20040-002': 'RJ', '70040-010': 'DF', '72900-000': 'GO', '73000-000': 'DF' };
  for (const [zipcode, state] of Object.entries(known)) expect(stateOfZipcode(zipcode)).toBe(state);
  const amazon = ['69010-000', '69301-000', '69400-000', '69900-000', '76801-000'].map(stateOfZipcode);
  expect(amazon).toEqual(['AM', 'RR', 'AM', 'AC', 'RO']);
  expect([stateOfZipcode('00999-999'), stateOfZipcode('78900-000')]).toEqual([undefined, undefined]);
  const all = Array.from({ length: 100_000 }, (_, head) => stateOfZipcode(String(head).padStart(5, '0')));
  expect([...new Set(all)].filter((state) => state !== undefined).toSorted()).toEqual([...states].toSorted());
});

test('[COM31] a region is some states and ranges of CEPs; none is everywhere', () => {
  const region = { states: ['MG'], zipcodes: [{ from: '01000000', to: '05999999' }] };
  const served = ['30130-000', '01310-100', '05999999', '06000-000'].map((zipcode) => regionHas(region, zipcode));
  expect(served).toEqual([true, true, true, false]);
  expect([regionHas(region, null), regionHas(null, null), regionHas(undefined, '06000-000')]).toEqual([
    false,
    true,
    true,
  ]);
});
