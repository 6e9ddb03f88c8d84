import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { returnVectors } from '../testing/return-vectors.ts';
import { returnAddress, returnText } from './return-address.ts';

test.each(returnVectors)('[API10] $address of a checkout that is $facts.status', ({ returned, ...vector }) => {
  const signed = vector.keys.map((key) => createHmac('sha256', key).update(returnText(vector.facts)).digest('hex'));
  expect(signed).toEqual(vector.signatures);
  expect(returnAddress(vector.address, vector.facts, signed)).toBe(returned);
});

test('[API10] a browser reads each member once, whatever the shop wrote', () => {
  for (const { returned, facts, signatures } of returnVectors) {
    const { searchParams } = new URL(returned);
    expect(searchParams.getAll('checkout_id')).toEqual([facts.checkoutId]);
    expect(searchParams.getAll('checkout_status')).toEqual([facts.status]);
    expect(searchParams.getAll('signature')).toEqual(signatures.length > 0 ? [signatures.join(',')] : []);
  }
});

test('[API10] an address without placeholder or query keeps every byte before what is added', () => {
  const address = "https://loja.example/a%20b/(c);d='e'?q=%C3%A9&lista[]=1";
  expect(returnAddress(address, returnVectors[0]!.facts, ['00'])).toMatch(`${address}&checkout_id=`);
});
