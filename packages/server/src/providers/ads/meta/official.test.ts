import { expect, test } from 'vitest';
import { loadSdk } from '../../../testing/official-sdk.ts';
import { examplePurchase } from '../testing/destination-suite.ts';
import { metaEvent } from './payload.ts';

/** An object of Meta's SDK: every setter returns it. */
type Builder = {
  normalize(): Record<string, unknown>;
  [setter: `set${string}`]: (value: unknown) => Builder;
};
type Sdk = Readonly<Record<'ServerEvent' | 'UserData' | 'CustomData' | 'Content', new () => Builder>>;
const sdk = loadSdk('facebook-nodejs-business-sdk') as Sdk;

/** Fills an object in; members that are undefined are left out. */
const built = (object: Builder, members: Readonly<Record<`set${string}`, unknown>>): Builder =>
  Object.entries(members).reduce<Builder>(
    (one, [setter, value]) => (value === undefined ? one : one[setter as 'set']!(value)),
    object,
  );

/** A value as our request has it: the SDK writes hashed members as lists of one. */
const plain = (value: unknown): unknown => {
  if (Array.isArray(value) && value.length === 1 && typeof value[0] === 'string') return value[0];
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, plain(one)]));
};

test.each([
  ['with everything', {}],
  ['with accents and spaces', { name: '  Íris  d’Ávila Conceição ', city: 'Embu das Artes (2)', state: ' sp ' }],
  ['of a landline', { phone: '1133334444', email: 'MARIA.B+loja@Cliente.example' }],
])('[COM37] facebook-nodejs-business-sdk writes the same purchase: %s', (_, change) => {
  const { person, ...purchase } = examplePurchase();
  const buyer = { ...person, ...change };
  const { attribution, at, eventId } = purchase;
  const names = (buyer.name ?? '').trim().split(/\s+/);
  const phone = buyer.phone!.startsWith('+') ? buyer.phone! : `+55${buyer.phone}`;
  const user = built(new sdk.UserData(), {
    setEmail: buyer.email,
    setPhone: phone,
    setFirstName: names[0],
    setLastName: names.at(-1),
    setCity: buyer.city,
    setState: buyer.state,
    // The library cuts a CEP at its dash.
    setZip: buyer.zipcode?.replace('-', ''),
    setCountry: 'BR',
    setClientIpAddress: attribution.ip,
    setClientUserAgent: attribution.userAgent,
    setFbc: attribution.fbc,
    setFbp: attribution.fbp,
  });
  const content = built(new sdk.Content(), { setId: 'CANECA-1', setQuantity: 2, setItemPrice: 135.23 });
  const custom = built(new sdk.CustomData(), {
    setCurrency: 'BRL',
    setValue: 290.35,
    setOrderId: purchase.orderId,
    setContents: [content],
    setContentType: 'product',
  });
  const event = built(new sdk.ServerEvent(), {
    setEventName: 'Purchase',
    setEventTime: Math.floor(at / 1000),
    setEventId: eventId,
    setEventSourceUrl: attribution.pageUrl,
    setActionSource: 'website',
    setUserData: user,
    setCustomData: custom,
  }).normalize();
  const ours = metaEvent(examplePurchase({ person: buyer }));
  expect(plain((ours as { body: unknown }).body)).toEqual(plain(event));
});
