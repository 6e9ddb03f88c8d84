import { expect, test } from 'vitest';
import { contactOf, goingWith, isContactOf, namedPeople, type ListedPerson, type PeopleList } from './people-list.ts';

const none = { document: null, names: [], carts: 0, messages: 0, orders: 0, isNamed: false };
const ana: ListedPerson = { ...none, email: 'ana@x.example', phone: '+5511934567890', messages: 5, isNamed: true };
const marina: ListedPerson = { ...none, email: 'marina@x.example', phone: ana.phone, messages: 3 };
const onlyDocument: ListedPerson = { ...none, email: null, phone: null, document: '52998224725' };

const purchase = (id: string, people: number[], messages: number): PeopleList['purchases'][number] => ({
  kind: 'order',
  id,
  number: id,
  status: 'paid',
  cents: 100,
  at: '2026-11-01T12:00:00.000Z',
  name: null,
  people,
  messages,
});
const list: PeopleList = {
  success: true,
  people: [ana, marina, onlyDocument],
  purchases: [purchase('1', [0], 2), purchase('2', [0, 1], 1), purchase('3', [1], 2)],
  isCut: false,
};

test('[COM8] what goes: each purchase of the chosen people once, with its messages and those apart', () => {
  const going = (...chosen: number[]) => {
    const { purchases, messages } = goingWith(list, new Set(chosen));
    return [purchases.map(({ id }) => id).join(), messages];
  };
  expect(going()).toEqual(['', 0]);
  expect(going(0)).toEqual(['1,2', 5]);
  expect(going(1)).toEqual(['2,3', 3]);
  expect(going(0, 1)).toEqual(['1,2,3', 7]);
  expect([...namedPeople(list)]).toEqual([0]);
});

test.each([
  ['ANA@x.example ', true],
  ['(11) 93456-7890', true],
  ['+5511934567890', true],
  ['1134567890', false],
  ['marina@x.example', false],
  ['Loja Aurora', false],
  ['', false],
])('[COM8] the contact that confirms an erasure: %j', (text, isIt) => expect(isContactOf([ana], text)).toBe(isIt));

test('[COM8] a person without e-mail and phone is confirmed by the document', () => {
  expect(isContactOf([onlyDocument], '529.982.247-25')).toBe(true);
  expect(isContactOf([onlyDocument], '')).toBe(false);
  expect([ana, onlyDocument].map(contactOf)).toEqual(['ana@x.example, (11) 93456-7890', '52998224725']);
});
