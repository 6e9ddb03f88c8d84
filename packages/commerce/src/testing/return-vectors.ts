import type { ReturnFacts } from '../checkout/return-address.ts';

const keys = [
  'rtm_secret_0000000000000000000000000000000000000000000000000000k1',
  'rtm_secret_0000000000000000000000000000000000000000000000000000k2',
] as const;
const checkoutId = '01a1fe66-2a53-7ce2-9a50-823188a33492';
const ofPaid = [
  '46c0977e646586ff7e34c0ff13eb666f6f29621345f922fe25eb86bccdbe5039',
  '2c42c8b9f65f29dfd71f0df01954403637e6b4377429283838a01cc8f7cb3848',
];
const ofOpen = ['ffd8e09dc148d8adf769e6fe7e1c7ab97f19636f4ea95e778aa180fc2280b037'];
const ofExpired = ['05faaf12c0e4d2e88426eb9266875b508a6a9be92f2ed56f5d001ed242938760'];
const paid = { checkoutId, status: 'paid', t: 1764400000 };
const open = { ...paid, status: 'open' };
const onPaid = `checkout_id=${checkoutId}&checkout_status=paid&t=1764400000`;
const onOpen = `checkout_id=${checkoutId}&checkout_status=open&t=1764400000`;

/** A return address as it is made. `keys`: the secret keys that sign, newest first; `signatures`: theirs, computed by another program. */
export type ReturnVector = {
  readonly keys: readonly string[];
  readonly address: string;
  readonly facts: ReturnFacts;
  readonly signatures: readonly string[];
  readonly returned: string;
};

const made = (
  address: string,
  [facts, signatures]: readonly [ReturnFacts, readonly string[]],
  returned: string,
): ReturnVector => ({ keys: keys.slice(0, signatures.length), address, facts, signatures, returned });

/** API10: test vectors of signed return addresses, for every program that makes or verifies them. */
export const returnVectors: readonly ReturnVector[] = [
  made(
    'https://loja.example/obrigado',
    [paid, ofPaid.slice(0, 1)],
    `https://loja.example/obrigado?${onPaid}&signature=${ofPaid[0]}`,
  ),
  // Two keys, as during a rotation.
  made(
    'https://loja.example/obrigado?p=1042&x=%20a+b',
    [paid, ofPaid],
    `https://loja.example/obrigado?p=1042&x=%20a+b&${onPaid}&signature=${ofPaid.join(',')}`,
  ),
  made(
    'https://loja.example/pedido/{CHECKOUT_ID}/?id=%7BCHECKOUT_ID%7D#fim?{CHECKOUT_ID}',
    [open, ofOpen],
    `https://loja.example/pedido/${checkoutId}/?id=${checkoutId}&${onOpen}&signature=${ofOpen[0]}#fim?${checkoutId}`,
  ),
  // Members of the service's names in the shop's address are replaced, however they are encoded.
  made(
    'https://loja.example/?checkout_status=paid&t=1&%73ignature=00&checkout_id={CHECKOUT_ID}&p&checkout%5Fid=x',
    [open, ofOpen],
    `https://loja.example/?p&${onOpen}&signature=${ofOpen[0]}`,
  ),
  made(
    'https://loja.example?',
    [{ checkoutId, status: 'expired', t: 0 }, ofExpired],
    `https://loja.example?checkout_id=${checkoutId}&checkout_status=expired&t=0&signature=${ofExpired[0]}`,
  ),
  // A store without a secret key.
  made(
    'https://loja.example/carrinho',
    [open, []],
    `https://loja.example/carrinho?checkout_id=${checkoutId}&checkout_status=open`,
  ),
];
