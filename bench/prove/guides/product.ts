// Values that a reader inserts into an example: address and keys of a running product, and ids from its store.
import { randomUUID } from 'node:crypto';
import { copyFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { demoPixCode } from '../../../packages/server/src/app/commands/demo/demo-pix.ts';
import { blocksOf } from './blocks.ts';

/** A running product with its demo store, and the environment in which its reader types. */
export type GuideProduct = {
  readonly address: string;
  readonly storeId: string;
  readonly checkoutKey: string;
  readonly secretKey: string;
  /** The folder in which commands are run. */
  readonly folder: string;
  /** The environment of commands, and the first lines of their shell. */
  readonly environment: Readonly<Record<string, string>>;
  readonly prelude: string;
  /** Runs a command of the product's command line; returns its JSON. Throws if the exit status is not 0. */
  readonly retoma: <T>(...args: readonly string[]) => Promise<T>;
};

const customer = { name: 'Marina Souza', email: 'marina@cliente.example', phone: '+5511987654321' };
const person = { ...customer, document: '52998224725' };
const address = {
  zipcode: '01310-100',
  street: 'Avenida Paulista',
  number: '1000',
  neighborhood: 'Bela Vista',
  city: 'São Paulo',
  state: 'SP',
};
const items = [{ title: 'Caneca', quantity: 2, unitPrice: 3900, image: 'https://loja.example/caneca.png' }];

/** Posts JSON to the product, with a key of its store. */
export const postJson = (product: GuideProduct, path: string, key: string, body: unknown): Promise<Response> =>
  fetch(product.address + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': key },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });

/** Creates a checkout with a known shopper, by default with nothing to be shipped; returns its id. */
export async function makeCheckout(product: GuideProduct, { isShipped = false } = {}): Promise<string> {
  const body = { cart: { items, requiresShipping: isShipped }, customer: person };
  const answer = await postJson(product, '/stores/external/checkout', product.checkoutKey, body);
  return ((await answer.json()) as { checkoutId: string }).checkoutId;
}

const postForm = (product: GuideProduct, path: string, form: Record<string, string>): Promise<Response> =>
  fetch(product.address + path, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' });

/** Creates an order by PIX for that shopper, paid by the sandbox if requested. */
export async function makeOrder(
  product: GuideProduct,
  { paid }: { paid: boolean },
): Promise<{ checkoutId: string; orderId: string }> {
  return payCheckout(product, await makeCheckout(product, { isShipped: true }), { paid });
}

/** Makes an order by PIX of a checkout as that shopper does, paid by the sandbox if requested. */
export async function payCheckout(
  product: GuideProduct,
  checkoutId: string,
  { paid }: { paid: boolean },
): Promise<{ checkoutId: string; orderId: string }> {
  type Options = { options: { shippingOptionId: string }[] };
  const { options } = await product.retoma<Options>('shipping', 'list', '--store', product.storeId);
  await postForm(product, `/pay/${checkoutId}/data`, { ...person, ...address, shipping: options[0]!.shippingOptionId });
  await postForm(product, `/pay/${checkoutId}/pay`, { method: 'pix' });
  if (paid) {
    const page = await (await fetch(`${product.address}/pay/${checkoutId}`)).text();
    const payment = /\/pay\/sandbox\/[0-9a-f-]{36}/.exec(page)?.[0];
    if (payment === undefined) throw new Error(`no pretended payment on the page of ${checkoutId}: ${page}`);
    await postForm(product, payment, { act: 'pay' });
  }
  const { order } = await readCheckout(product, checkoutId);
  if (!order) throw new Error(`no order was made of ${checkoutId}`);
  return { checkoutId, orderId: order.id };
}

/** A checkout, read back with the secret key. */
export async function readCheckout(product: GuideProduct, checkoutId: string) {
  const address = `${product.address}/stores/external/checkout/${checkoutId}`;
  const answer = await fetch(address, { headers: { 'x-api-key': product.secretKey } });
  return (await answer.json()) as Record<string, unknown> & { order: { id: string } | null };
}

type Run = { runId: string; status: string };
const runsOf = async (product: GuideProduct): Promise<readonly Run[]> =>
  (await product.retoma<{ runs: Run[] }>('run', 'list', '--store', product.storeId)).runs;

/** The newest run of the store. */
async function newestRun(product: GuideProduct): Promise<string> {
  const [newest] = await runsOf(product);
  return newest?.runId ?? (await startRun(product));
}

/** Starts a new run of the demo store's automation; returns its id once the run waits. */
async function startRun(product: GuideProduct): Promise<string> {
  const before = new Set((await runsOf(product)).map(({ runId }) => runId));
  const order = `guide-${randomUUID()}`;
  await postJson(product, '/stores/external/events', product.secretKey, {
    id: `${order}-pix`,
    type: 'pix.generated',
    occurred_at: new Date().toISOString(),
    data: { order: { id: order, total: 9980 }, payment: { pix: { payload: demoPixCode(order, 9980) } }, customer },
  });
  for (let tries = 0; tries < 240; tries++) {
    const run = (await runsOf(product)).find(({ runId, status }) => !before.has(runId) && status === 'waiting');
    if (run) return run.runId;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  throw new Error('no run began to wait within a minute');
}

/** The demo store's own automation. */
async function firstAutomation(product: GuideProduct): Promise<string> {
  const { automations } = await product.retoma<{ automations: { automationId: string }[] }>(
    'automation',
    'list',
    '--store',
    product.storeId,
  );
  return automations[0]!.automationId;
}

/** Imports an automation that begins with a message; returns its id. */
async function makeMessage(product: GuideProduct): Promise<string> {
  const flow = 'packages/flow/samples/payment-confirmed/flow.json';
  const imported = await product.retoma<{ automationId: string }>(
    'automation',
    'import',
    flow,
    '--store',
    product.storeId,
  );
  return imported.automationId;
}

async function makeShipping(product: GuideProduct): Promise<string> {
  const option = ['--store', product.storeId, '--name', 'Motoboy', '--price', '900'];
  return (await product.retoma<{ shippingOptionId: string }>('shipping', 'add', ...option)).shippingOptionId;
}

/**
 * Placeholders for the reader's own values and their replacements. Each replacement is computed when needed, since each creates new data.
 */
const placeholders: readonly [RegExp, (product: GuideProduct, command: string) => string | Promise<string>][] = [
  [/https:\/\/pay\.example\.com|http:\/\/127\.0\.0\.1:3000/, ({ address }) => address],
  [/rtm_(?:live|test)_…/, ({ checkoutKey }) => checkoutKey],
  [/rtm_(?:test_)?secret_…/, ({ secretKey }) => secretKey],
  [/RUNID/, (product, command) => (command.includes('run show') ? newestRun(product) : startRun(product))],
  [/ORDERID/, async (product, command) => (await makeOrder(product, { paid: command.includes('refund') })).orderId],
  [/OPTIONID/, makeShipping],
  [/(?<=npm run retoma -- )COMMAND/, () => 'store list'],
  [/(?<=npm run bench -- )NAME/, () => 'metatags'],
  [/(?<=message test .*--automation )ID\b/, makeMessage],
  [/(?<=--automation |automation (?:pause|resume|delete) )ID\b/, firstAutomation],
  [/(?<=webhook-secret )[0-9a-f]{8}-[0-9a-f-]{27}|\bID\b/, ({ storeId }) => storeId],
  [/(?<=\/checkout\/|"checkout_id": ")[0-9a-f]{8}-[0-9a-f-]{27}/, (product) => makeCheckout(product)],
];

/** Replaces the placeholders of a provider's keys. */
export const fillInKeys = (text: string): string =>
  text
    .replaceAll(/(APP_USR-\w+-)…/g, '$1112233')
    .replace('"webhookSecret": "…"', '"webhookSecret": "a-secret-of-the-provider"');

/** Fills the placeholders of an example in. */
export async function fillIn(text: string, product: GuideProduct): Promise<string> {
  let filled = fillInKeys(text);
  for (const [placeholder, value] of placeholders) {
    const all = new RegExp(placeholder, 'g');
    for (let found = all.exec(filled); found; found = all.exec(filled)) {
      const command = filled.slice(filled.lastIndexOf('\n', found.index) + 1);
      const put = await value(product, command.split('\n', 1)[0]!);
      filled = filled.slice(0, found.index) + put + filled.slice(found.index + found[0].length);
      all.lastIndex = found.index + put.length;
    }
  }
  return filled;
}

/** Writes the files that the reader of a guide must write into a folder; `root`: the folder of the guides. */
export function writeFiles(root: string, folder: string): void {
  const put = (name: string, text: string): void => writeFileSync(path.join(folder, name), text);
  const payments = blocksOf(root, 'docs/payments.md').filter(({ language }) => language === 'json');
  for (const [index, name] of ['pix.json', 'mp.json', 'mp-secret.json'].entries()) {
    put(name, fillInKeys(payments[index]!.text));
  }
  // The settings that docs/channels.md lists for `zenvia`.
  put('sms.json', JSON.stringify({ from: 'Loja Aurora' }));
  put('secret.json', JSON.stringify({ token: 'the-token-at-zenvia' }));
  for (const name of ['flow.json', 'scenario.json']) {
    copyFileSync(path.join(root, 'packages/flow/templates/pix-two-reminders', name), path.join(folder, name));
  }
}
