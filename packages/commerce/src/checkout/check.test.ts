import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { arbitraryRequest } from '../testing/arbitrary-request.ts';
import { checkCheckoutRequest } from './check.ts';
import type { Issue } from './issue.ts';
import { recomputedTotals } from '../testing/recomputed-totals.ts';

const item = { title: 'Camiseta', quantity: 1, unitPrice: 4990, image: 'https://loja.example/c.png' };
const withItem = (change: object) => ({ cart: { items: [{ ...item, ...change }] } });
const withCart = (change: object) => ({ cart: { items: [item], ...change } });

function issuesOf(body: unknown): Issue[] {
  const checked = checkCheckoutRequest(body);
  return checked.ok ? [] : checked.issues;
}
const codesOf = (body: unknown) => issuesOf(body).map(({ path, code }) => `${path} ${code}`);

describe('checkCheckoutRequest', () => {
  const accepted: [string, unknown][] = [
    ['[CHK3] the minimum: one valid item', { cart: { items: [item] } }],
    [
      '[CHK3] customer and redirect may be null',
      {
        ...withCart({}),
        customer: { name: null, email: null, phone: null, document: null },
        redirect: { successUrl: null, cancelUrl: null },
      },
    ],
    [
      '[CHK3] null for any optional member',
      {
        customer: null,
        redirect: null,
        metadata: null,
        cart: {
          items: [{ ...item, sku: null, linePrice: null, weight: null, width: null, options: null, metadata: null }],
          token: null,
          currency: null,
          requiresShipping: null,
          discounts: [{ title: null, type: 'fixed', value: null, amount: 5 }],
          metadata: null,
        },
      },
    ],
    ['[CHK3] unknown members are ignored, a storeId too', { ...withCart({ foo: 1 }), storeId: 'x', bar: {} }],
    ['[CHK3] price zero', withItem({ unitPrice: 0 })],
    ['[CHK3] quantity 999', withItem({ quantity: 999 })],
    ['[CHK3] a title of 500 code points, each two UTF-16 units', withItem({ title: '😀'.repeat(500) })],
    ['[CHK3] a description of 5000', withItem({ description: 'x'.repeat(5000) })],
    ['[CHK3] an image address of 2000', withItem({ image: `https://e.example/${'a'.repeat(1982)}` })],
    ['[CHK3] twenty options', withItem({ options: Array.from({ length: 20 }, () => ({ name: 'a', value: 'b' })) })],
    ['[CHK3] a token of 200', withCart({ token: 't'.repeat(200) })],
    ['[CHK3] a token with emoji', withCart({ token: 'carrinho 🛒' })],
    ['[CHK3] 100 items', withCart({ items: Array.from({ length: 100 }, () => item) })],
    ['[CHK3] metadata of exactly 16,384 bytes', withCart({ metadata: { a: 'x'.repeat(16_384 - 8) } })],
    ['[CHK3] an item url is any text', withItem({ url: '/produto/1' })],
    ['[CHK3] a percentage of 100', withCart({ discounts: [{ type: 'percentage', value: 100 }] })],
    ['[CHK3] a percentage with decimals', withCart({ discounts: [{ type: 'percentage', value: 12.5 }] })],
    [
      '[CHK3] __proto__ as a member is only another unknown member',
      JSON.parse(
        '{"__proto__":{"cart":1},"cart":{"items":[{"title":"a","quantity":1,"unitPrice":1,"image":"http://a.example/i","__proto__":{"x":1}}]}}',
      ),
    ],
  ];
  test.each(accepted)('%s is accepted', (_, body) => expect(issuesOf(body)).toEqual([]));

  const refused: [string, unknown, string[]][] = [
    ['[CHK2] a body that is a list', [], [' wrong_type']],
    ['[CHK2] a body that is null', null, [' wrong_type']],
    ['[CHK3] no cart', {}, ['cart required']],
    ['[CHK3] an empty cart', { cart: { items: [] } }, ['cart.items too_few']],
    ['[CHK3] no items', { cart: {} }, ['cart.items required']],
    ['[CHK3] 101 items', withCart({ items: Array.from({ length: 101 }, () => item) }), ['cart.items too_many']],
    ['[CHK3] null for a required member', withItem({ title: null, sku: null }), ['cart.items[0].title wrong_type']],
    ['[CHK3] an item that is null', withCart({ items: [null] }), ['cart.items[0] wrong_type']],
    [
      '[CHK3] an item without anything',
      withCart({ items: [{}] }),
      ['title', 'quantity', 'unitPrice', 'image'].map((name) => `cart.items[0].${name} required`),
    ],
    ['[CHK3] a blank title', withItem({ title: ' \t ' }), ['cart.items[0].title blank']],
    ['[CHK3] an empty title, told once', withItem({ title: '' }), ['cart.items[0].title blank']],
    ['[CHK3] a title of 501', withItem({ title: 'x'.repeat(501) }), ['cart.items[0].title too_long']],
    ['[CHK3] quantity 0', withItem({ quantity: 0 }), ['cart.items[0].quantity too_small']],
    ['[CHK3] quantity 1000', withItem({ quantity: 1000 }), ['cart.items[0].quantity too_big']],
    ['[CHK3] quantity 1.5', withItem({ quantity: 1.5 }), ['cart.items[0].quantity wrong_type']],
    ['[CHK3] quantity as text', withItem({ quantity: '1' }), ['cart.items[0].quantity wrong_type']],
    ['[CHK3] a negative price', withItem({ unitPrice: -1 }), ['cart.items[0].unitPrice too_small']],
    ['[CHK3] a price in reais', withItem({ unitPrice: 49.9 }), ['cart.items[0].unitPrice wrong_type']],
    ['[CHK3] a price past 2^53', withItem({ unitPrice: 1e300 }), ['cart.items[0].unitPrice too_big']],
    [
      '[CHK3] an infinite price',
      withItem({ unitPrice: Number.POSITIVE_INFINITY }),
      ['cart.items[0].unitPrice wrong_type'],
    ],
    ['[CHK3] a relative image', withItem({ image: '/c.png' }), ['cart.items[0].image invalid_url']],
    ['[CHK3] a javascript: image', withItem({ image: 'javascript:alert(1)' }), ['cart.items[0].image invalid_url']],
    ['[CHK3] an ftp image', withItem({ image: 'ftp://a.example/b' }), ['cart.items[0].image invalid_url']],
    ['[CHK3] an image without a host', withItem({ image: 'https://' }), ['cart.items[0].image invalid_url']],
    [
      '[CHK3] an image with a line break',
      withItem({ image: 'https://a.example/\nb' }),
      ['cart.items[0].image invalid_url'],
    ],
    [
      '[CHK3] an image address of 2001',
      withItem({ image: `https://e.example/${'a'.repeat(1983)}` }),
      ['cart.items[0].image too_long'],
    ],
    [
      '[CHK3] a description of 5001',
      withItem({ description: 'x'.repeat(5001) }),
      ['cart.items[0].description too_long'],
    ],
    [
      '[CHK3] 21 options',
      withItem({ options: Array.from({ length: 21 }, () => ({ name: 'a', value: 'b' })) }),
      ['cart.items[0].options too_many'],
    ],
    [
      '[CHK3] an option without a value',
      withItem({ options: [{ name: 'a' }] }),
      ['cart.items[0].options[0].value required'],
    ],
    [
      '[CHK3] item metadata of 16,385 bytes',
      withItem({ metadata: { a: 'é'.repeat(8_188) + 'x' } }),
      ['cart.items[0].metadata too_large'],
    ],
    [
      '[CHK3] cart metadata of 16,385 bytes',
      withCart({ metadata: { a: 'x'.repeat(16_385 - 8) } }),
      ['cart.metadata too_large'],
    ],
    ['[CHK3] an empty token', withCart({ token: '' }), ['cart.token blank']],
    ['[CHK3] a token of 201', withCart({ token: 't'.repeat(201) }), ['cart.token too_long']],
    ['[CHK3] a token with NUL', withCart({ token: 'a\u0000b' }), ['cart.token invalid_characters']],
    ['[CHK3] a token with a lone surrogate', withCart({ token: 'a\ud800b' }), ['cart.token invalid_characters']],
    ['[CHK3] another currency', withCart({ currency: 'USD' }), ['cart.currency invalid_value']],
    ['[CHK3] a negative subtotal', withCart({ subtotalPrice: -1 }), ['cart.subtotalPrice too_small']],
    ['[CHK3] requiresShipping as text', withCart({ requiresShipping: 'no' }), ['cart.requiresShipping wrong_type']],
    [
      '[CHK3] an unknown discount type',
      withCart({ discounts: [{ type: 'gift' }] }),
      ['cart.discounts[0].type invalid_value'],
    ],
    [
      '[CHK3] a percentage of 101',
      withCart({ discounts: [{ type: 'percentage', value: 101 }] }),
      ['cart.discounts[0].value too_big'],
    ],
    [
      '[CHK3] a fixed discount in reais',
      withCart({ discounts: [{ type: 'fixed', value: 9.9 }] }),
      ['cart.discounts[0].value wrong_type'],
    ],
    [
      '[CHK3] a negative discount',
      withCart({ discounts: [{ type: 'fixed', value: -1 }] }),
      ['cart.discounts[0].value too_small'],
    ],
    ['[CHK3] customer.name as a number', { ...withCart({}), customer: { name: 1 } }, ['customer.name wrong_type']],
    [
      '[CHK3] a javascript: successUrl',
      { ...withCart({}), redirect: { successUrl: 'javascript:alert(1)' } },
      ['redirect.successUrl invalid_url'],
    ],
    [
      '[CHK3] a relative cancelUrl',
      { ...withCart({}), redirect: { cancelUrl: '/carrinho' } },
      ['redirect.cancelUrl invalid_url'],
    ],
    [
      '[CHK3] a line total past MAX_SAFE_INTEGER',
      withItem({ unitPrice: Number.MAX_SAFE_INTEGER, quantity: 2 }),
      ['cart.items[0] total_too_big'],
    ],
    [
      '[CHK3] a subtotal past MAX_SAFE_INTEGER',
      withCart({ items: [{ ...item, unitPrice: Number.MAX_SAFE_INTEGER }, item] }),
      ['cart.items total_too_big'],
    ],
  ];
  test.each(refused)('%s is refused', (_, body, expected) => {
    expect(codesOf(body).toSorted()).toEqual(expected.toSorted());
  });

  test('[CHK3] all violations are reported together, at most 100', () => {
    const bad = { title: '', quantity: 0, unitPrice: -1, image: 'x' };
    expect(issuesOf(withCart({ items: [bad, bad], currency: 'USD', token: '' }))).toHaveLength(10);
    expect(issuesOf(withCart({ items: Array.from({ length: 100 }, () => bad) }))).toHaveLength(100);
  });

  test('[CHK4] an issue has a path, a JSON Pointer, a code and a message with the accepted values', () => {
    expect(issuesOf(withItem({ image: 'foto.png' }))).toEqual([
      {
        path: 'cart.items[0].image',
        pointer: '/cart/items/0/image',
        code: 'invalid_url',
        message: 'cart.items[0].image must be an absolute http or https URL, got "foto.png"',
      },
    ]);
  });

  test('[CHK4] a message never echoes more than 80 characters of the input', () => {
    const [issue] = issuesOf(withItem({ image: '\u0000é"'.repeat(900) }));
    expect(
      issue!.message.length - 'cart.items[0].image must be an absolute http or https URL, got '.length,
    ).toBeLessThanOrEqual(80);
  });

  test('a list of a million entries is checked cheaply and its issues are reported', () => {
    const many = Array.from({ length: 1_000_000 }, () => 1);
    expect(issuesOf(withCart({ items: many }))).toHaveLength(100);
    expect(issuesOf(withCart({ discounts: many }))).toHaveLength(100);
    expect(issuesOf(withItem({ options: many }))).not.toEqual([]);
    const oneBadAtTheEnd = [...Array.from({ length: 5_000 }, () => ({ type: 'fixed', value: 1 })), { type: 'x' }];
    expect(codesOf(withCart({ discounts: oneBadAtTheEnd }))).toEqual(['cart.discounts[5000].type invalid_value']);
  });

  test('metadata nested deeper than the stack is refused without an exception', () => {
    const deep = JSON.parse('{"a":'.repeat(50_000) + '1' + '}'.repeat(50_000)) as object;
    expect(codesOf(withCart({ metadata: deep }))).toEqual(['cart.metadata too_large']);
  });

  test('any request is accepted with the recomputed totals, or refused at paths that exist in it', () => {
    const exists = (body: unknown, pointer: string): boolean => {
      let value: unknown = body;
      for (const key of pointer.split('/').slice(1)) {
        if (typeof value !== 'object' || value === null || !(key in value)) return false;
        value = (value as Record<string, unknown>)[key];
      }
      return true;
    };
    fc.assert(
      fc.property(arbitraryRequest, (body) => {
        const checked = checkCheckoutRequest(body);
        if (checked.ok) {
          const { lines, subtotal, discount, total } = checked.totals;
          expect({ lines, subtotal, discount, total }).toEqual(recomputedTotals(checked.request.cart));
          return;
        }
        expect(checked.issues.length).toBeGreaterThan(0);
        for (const { pointer, code } of checked.issues) {
          expect(exists(body, code === 'required' ? pointer.replace(/\/[^/]*$/, '') : pointer), pointer).toBe(true);
        }
      }),
      { numRuns: 2_000 },
    );
  });
});
