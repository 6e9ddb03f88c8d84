import { checkPhone } from '@retoma/commerce';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Resource } from '../connector.ts';
import { placesOf, valueAt, withValueAt, type JsonPath } from '../testing/leaves.ts';
import { reportedData, resourceOf, shopOf } from '../testing/read-fixture.ts';
import { testedPlatforms } from '../testing/tested-platforms.ts';

/** The members of the reported data that one amount of the platform may be, or be a part of. */
const amounts = {
  'order.total': (data: Data) => data.order?.total,
  'order.subtotal': (data: Data) => data.order?.subtotal,
  'order.discount': (data: Data) => data.order?.discount,
  'shipping.price': (data: Data) => data.shipping?.price,
  'cart.total': (data: Data) => data.cart?.total,
} as const;
type Data = ReturnType<typeof reportedData>;

/** Amounts as platforms write them, with their cents. */
const writtenAmount = fc
  .tuple(fc.nat(9_999_999), fc.nat(99), fc.constantFrom('short', 'two', 'zeros', 'below', 'half'))
  .map(([reais, rest, form]) => {
    const two = String(rest).padStart(2, '0');
    const cents = reais * 100 + rest;
    if (form === 'below') return { text: `${reais}.${two}4999`, cents };
    if (form === 'half') return { text: `${reais}.${two}5`, cents: cents + 1 };
    if (form === 'zeros') return { text: `${reais}.${two}0000`, cents };
    const short = rest === 0 ? `${reais}` : `${reais}.${two.replace(/0$/, '')}`;
    return { text: form === 'short' ? short : `${reais}.${two}`, cents };
  });

/** Valid phones as shoppers write them, with what is stored. */
const writtenPhone = fc
  .tuple(
    fc.constantFrom('11', '21', '47', '85', '99'),
    fc.oneof(
      fc.integer({ min: 900_000_000, max: 999_999_999 }).map(String),
      fc.integer({ min: 20_000_000, max: 59_999_999 }).map(String),
    ),
    fc.constantFrom('+55', '55', '0', '', '(', '+55 ('),
  )
  .map(([area, number, before]) => {
    const rest = before.endsWith('(') ? `${area}) ${number.slice(0, -4)}-${number.slice(-4)}` : `${area}${number}`;
    return { text: `${before}${rest}`, stored: `+55${area}${number}` };
  });

describe.each(testedPlatforms)('amounts and phones of $platform', ({ connector, samples }) => {
  const shop = shopOf(samples);
  const read = (resource: Resource): Data[] => connector.translate(resource, shop).map(reportedData);
  const resources = samples.fixtures.map(resourceOf).filter((resource) => read(resource).length > 0);
  const withText = (resource: Resource, path: JsonPath, text: string): Resource => ({
    ...resource,
    json: withValueAt(resource.json, path, text),
  });

  /** For each place of a text: what is read with either of two texts there. */
  const placesOfTexts = (resource: Resource, texts: readonly [string, string]) =>
    placesOf(resource.json)
      .filter((path) => typeof valueAt(resource.json, path) === 'string')
      .map((path) => ({ path, read: texts.map((text) => read(withText(resource, path, text))[0]) }));
  const placesOfPhone = (resource: Resource): JsonPath[] =>
    placesOfTexts(resource, ['+5511987654321', '+5521987654322'])
      .filter(({ read: [one, other] }) => one && other && phoneOf(one) !== phoneOf(other))
      .map(({ path }) => path);

  test('[CON2] the cents of an amount are those of its text', () => {
    const found = new Set<string>();
    for (const resource of resources) {
      for (const {
        path,
        read: [one, other],
      } of placesOfTexts(resource, ['700.01', '800.02'])) {
        for (const [member, of] of Object.entries(amounts)) {
          if (!one || !other || of(one) === of(other)) continue;
          found.add(member);
          const at = (text: string): number => of(read(withText(resource, path, text))[0]!) ?? NaN;
          // An amount may be a part of a sum, so what is compared is the difference.
          const base = at('0.00');
          fc.assert(
            fc.property(writtenAmount, ({ text, cents }) => {
              expect(at(text) - base).toBe(cents);
            }),
            { numRuns: 20 },
          );
        }
      }
    }
    expect([...found]).toContain('order.total');
  });

  test('[CON2] a valid phone is stored as such, and does not change when it is translated again', () => {
    let places = 0;
    for (const resource of resources) {
      for (const path of placesOfPhone(resource)) {
        places++;
        const at = (text: string): string | null | undefined => phoneOf(read(withText(resource, path, text))[0]!);
        fc.assert(
          fc.property(writtenPhone, ({ text, stored }) => {
            expect(checkPhone(text)).toEqual({ ok: true, value: stored });
            expect(at(text)).toBe(stored);
            expect(at(stored)).toBe(stored);
          }),
          { numRuns: 20 },
        );
      }
    }
    expect(places).toBeGreaterThan(0);
  });

  test('[CON2] a phone that is none drops no report and gets no digit', () => {
    for (const resource of resources) {
      const before = connector.translate(resource, shop);
      for (const path of placesOfPhone(resource)) {
        for (const text of ['1187654321', '123', '+1 202 555 0143', 'ligar depois']) {
          const changed = withText(resource, path, text);
          expect(connector.translate(changed, shop).length).toBe(before.length);
          const digits = phoneOf(read(changed)[0]!)?.replace(/\D/g, '') ?? '';
          expect(digits.length).toBeLessThanOrEqual(
            Math.max(text.replace(/\D/g, '').length, otherPhoneDigits(resource, path)),
          );
        }
      }
    }
  });

  /** How many digits the phone has that is taken when the place has none. */
  const otherPhoneDigits = (resource: Resource, path: JsonPath): number =>
    phoneOf(read(withText(resource, path, ''))[0]!)?.replace(/\D/g, '').length ?? 0;
});

function phoneOf(data: Data): string | null | undefined {
  return data.customer?.phone ?? data.lead?.phone;
}
