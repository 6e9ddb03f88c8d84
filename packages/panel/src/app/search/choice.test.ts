import { describe, expect, test } from 'vitest';
import { groupsOf, isNamedBy, matchIn, type Choice } from './choice.ts';
import { seenAt } from './seen.ts';

const id = '01a1fe5c-f845-7707-aa7c-8133869df714';

describe('what the search shows', () => {
  test.each([
    ['Marina Duarte', 'marina', ['', 'Marina', ' Duarte']],
    ['João Ávila', 'avi', ['João ', 'Ávi', 'la']],
    ['#2989', '#2989', ['#', '2989', '']],
    ['Pedido', 'marina', ['Pedido', '', '']],
    ['Pedido', '', ['Pedido', '', '']],
  ])('[AUT18] %s has the match of %j', (text, search, parts) => {
    expect(matchIn(text, search)).toEqual(parts);
  });

  test.each([
    ['parcelas', true],
    ['juros cart', true],
    ['CARTAO', true],
    ['arcelas', false],
    ['cartão pix', false],
    [' ', false],
  ])('[AUT18] %j finds the page of instalments: %j', (search, isFound) => {
    expect(isNamedBy(search, 'Parcelas e juros do cartão')).toBe(isFound);
  });

  test('[AUT18] all kinds show some of each, one kind shows all', () => {
    const choices = Array.from({ length: 9 }, (_, index) => ({
      id: String(index),
      subject: { kind: index < 6 ? 'orders' : 'pages' },
    })) as unknown as Choice[];
    expect(groupsOf(choices, undefined).map(({ name, choices, total }) => [name, choices.length, total])).toEqual([
      ['orders', 4, 6],
      ['pages', 3, 3],
    ]);
    expect(groupsOf(choices, 'orders').map(({ choices }) => choices.length)).toEqual([6]);
  });

  test.each([
    [`/s/orders/${id}`, { kind: 'order', id }],
    [`/s/checkouts/${id}`, { kind: 'checkout', id }],
    [`/s/customer?runId=${id}`, { kind: 'person-run', id }],
    ['/s/settings/payments', { kind: 'setting', id: 'payments' }],
    ['/s/checkouts/new', undefined],
    ['/s/customer?search=ana@exemplo.com', undefined],
    ['/s/orders', undefined],
  ])('[AUT18] at %s it keeps %j', (address, seen) => {
    expect(seenAt(address)).toEqual(seen);
  });
});
