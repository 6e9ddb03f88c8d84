// A process that places one order at a provider over HTTP. `DIES` names the point at which it kills itself.
import { contactSecret } from '../../../../base/crypto/contact-hash.ts';
import { openPool } from '../../../../base/postgres/pool.ts';
import { storeFind } from '../../../../stores/queries/stores.ts';
import { openLog } from '../../../../base/log/log.ts';
import type { CreateResult } from '../../../../providers/payments/provider.ts';
import { providersOf } from '../../../../app/providers.ts';
import { placeOrder } from '../../place-order.ts';
import { scriptedProvider } from '../../testing/scripted-provider.ts';

const { DATABASE_URL, PROVIDER_URL, STORE_ID, CHECKOUT_ID, METHOD, DIES } = process.env as Record<string, string>;

const die = (at: string): void => void (at === DIES && process.kill(process.pid, 'SIGKILL'));

const db = openPool(DATABASE_URL!, 3, () => {});
const clock = (): number => Date.now();
const provider = scriptedProvider();
provider.script.create = async (payment) => {
  die('before the call');
  const response = await fetch(PROVIDER_URL!, { method: 'POST', body: JSON.stringify(payment) });
  const charged = (await response.json()) as CreateResult;
  die('after the answer');
  return charged;
};
const config = { allowPrivateAddresses: false, providerSettings: { MERCADOPAGO_URL: 'http://127.0.0.1:1' } };
await placeOrder(
  {
    db,
    clock,
    log: openLog('silent'),
    payments: { ...providersOf(config, db, clock), sandbox: provider },
    credentialsKey: Buffer.alloc(32),
    contactSecret: contactSecret('a secret of thirty-two characters and more'),
    baseUrl: 'https://pay.retoma.example',
  },
  {
    store: (await storeFind(db, STORE_ID!))!,
    checkoutId: CHECKOUT_ID!,
    method: METHOD as 'pix' | 'card',
    card: METHOD === 'card' ? { token: 'a token', installments: 1, brand: 'visa' } : null,
  },
);
await db.end();
process.disconnect?.();
