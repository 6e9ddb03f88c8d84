import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sandboxNumberOf } from '../../providers/payments/sandbox/cards.ts';
import { createKey, revokeKey, rotateKey } from '../../stores/manage-stores.ts';
import { unaudited } from '../../members/audit/testing/unaudited.ts';
import { startTestService, type TestService } from '../../testing/test-service.ts';
import { marina, mugs, shopperAt, type Seen } from './testing/shopper.ts';

let service: TestService;
let shopper: ReturnType<typeof shopperAt>;
beforeAll(async () => {
  service = await startTestService();
  shopper = shopperAt(service);
  await shopper.offer('card');
});
afterAll(() => service.stop());

const redirect = {
  successUrl: 'https://loja.example/pedido/{CHECKOUT_ID}?p=1042',
  cancelUrl: 'https://loja.example/carrinho',
};
const create = (): Promise<string> => shopper.create({ ...mugs(), customer: marina, redirect });
const idOf = (path: string): string => path.slice('/pay/'.length);

/** The address of the shop that a page links to. */
const linkIn = ({ html }: Seen): URL =>
  new URL(/href="(https:\/\/loja\.example\/[^"]*)"/.exec(html)![1]!.replaceAll('&amp;', '&'));

/** How a shop verifies a return, written from the rule alone. */
function isSignedWith(secretKey: string, { searchParams }: URL): boolean {
  const [id, status, t] = ['checkout_id', 'checkout_status', 't'].map((name) => searchParams.get(name));
  const signature = createHmac('sha256', secretKey).update(`return.${t}.${id}.${status}`).digest('hex');
  return (searchParams.get('signature') ?? '').split(',').includes(signature);
}

test('[API10] a paid shopper returns to the shop with id, state and a signature that the shop verifies', async () => {
  const path = await create();
  const paid = await shopper.submit(`${path}/pay`, { method: 'card', token: sandboxNumberOf('accepted') });
  expect(paid.text).toContain('Pagamento confirmado');
  const link = linkIn(paid);
  expect(link.pathname).toBe(`/pedido/${idOf(path)}`);
  expect([...link.searchParams.keys()]).toEqual(['p', 'checkout_id', 'checkout_status', 't', 'signature']);
  expect(link.searchParams.get('checkout_status')).toBe('paid');
  expect(Number(link.searchParams.get('t'))).toBe(Math.floor(service.context.clock() / 1000));
  expect(isSignedWith(service.secretKey, link)).toBe(true);
  link.searchParams.set('checkout_id', idOf(await create()));
  expect(isSignedWith(service.secretKey, link)).toBe(false);
});

test('[API10] an expired link leads back to the cart and says that it expired', async () => {
  const path = await create();
  await service.context.db.query(`update checkouts set state = 'expired' where checkout_id = $1`, [idOf(path)]);
  const link = linkIn(await shopper.open(path));
  expect([link.pathname, link.searchParams.get('checkout_status')]).toEqual(['/carrinho', 'expired']);
  expect(isSignedWith(service.secretKey, link)).toBe(true);
});

test('[API10] every working secret key verifies, also one that was replaced a moment ago; an ended one does not', async () => {
  const { db, keys, directory } = service.context;
  const path = await create();
  await service.context.db.query(`update checkouts set state = 'expired' where checkout_id = $1`, [idOf(path)]);
  const old = (await createKey(db, keys, service.storeId, 'secret', unaudited))!;
  const rotated = await rotateKey(db, keys, old.keyId, false, unaudited);
  const ended = (await createKey(db, keys, service.storeId, 'secret', unaudited))!;
  await revokeKey(db, ended.keyId, unaudited);
  directory.forget();
  const link = linkIn(await shopper.open(path));
  const works = [service.secretKey, old.key, rotated!.key, ended.key].map((key) => isSignedWith(key, link));
  expect(works).toEqual([true, true, true, false]);
  // Keys beyond the newest five do not make the address longer.
  for (let more = 0; more < 4; more++) await createKey(db, keys, service.storeId, 'secret', unaudited);
  directory.forget();
  expect(
    linkIn(await shopper.open(path))
      .searchParams.get('signature')!
      .split(','),
  ).toHaveLength(5);
});

test('[API10] a store without a secret key gets id and state, without a signature', async () => {
  const path = await create();
  const { db, directory } = service.context;
  await db.query(`update api_keys set ends_at = now() where store_id = $1 and kind = 'secret'`, [service.storeId]);
  await db.query(`update checkouts set state = 'expired' where checkout_id = $1`, [idOf(path)]);
  directory.forget();
  expect([...linkIn(await shopper.open(path)).searchParams.keys()]).toEqual(['checkout_id', 'checkout_status']);
});
