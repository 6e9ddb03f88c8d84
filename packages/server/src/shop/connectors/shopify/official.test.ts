// Compares the connector and the local shop with Shopify's library for Node and with the published schema of the Admin API.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadSdk } from '../../../testing/official-sdk.ts';
import { agreeOn } from '../testing/agree.ts';
import { replaceHost } from '../replace-host.ts';
import { adminRequest, apiVersion } from './call.ts';
import { isQueryOfShopify, shopDomain } from './connect.ts';
import * as documents from './documents.ts';
import { shopify } from './index.ts';
import { app, openShop, sendTo, type OpenShop } from './testing/open-shop.ts';
import { samples } from './testing/fixtures.ts';

/** The parts of the packages that are used. */
type Library = {
  shopifyApi(config: object): {
    webhooks: { validate(request: object): Promise<{ valid: boolean; topic?: string; webhookId?: string }> };
    utils: { validateHmac(query: object): Promise<boolean>; sanitizeShop(shop: string): string | null };
  };
  readonly ApiVersion: Readonly<Record<string, string>>;
};
type Graphql = {
  buildClientSchema(introspection: unknown): unknown;
  parse(document: string): unknown;
  validate(schema: unknown, document: unknown, rules?: readonly unknown[]): readonly { message: string }[];
  graphql(request: object): Promise<{ errors?: readonly { message: string }[] }>;
  readonly specifiedRules: readonly unknown[];
  readonly NoDeprecatedCustomRule: unknown;
};

/** The package that has the schema; its many dependencies are not installed. */
const schemaPackage = {
  name: '@shopify/dev-mcp@1.16.0',
  sha512: 'tqgRnK7sQhjew+htxtleTH23nXB5fZcsrhWgEkomsorGXvLOB2mh2upwZm8uzuTDNTZnqtLMe64yIwh6s2awtw==',
} as const;

let shop: OpenShop;
let library: Library;
beforeAll(async () => {
  shop = await (await openShop()).connect();
  library = loadSdk('@shopify/shopify-api') as Library;
  loadSdk('@shopify/shopify-api/adapters/node');
});
afterAll(() => shop.close());

const libraryWith = (secret: string) =>
  library.shopifyApi({
    apiKey: app.id,
    apiSecretKey: secret,
    apiVersion,
    scopes: ['read_orders'],
    hostName: 'retoma.example',
    isEmbeddedApp: false,
    logger: { log: () => {} },
  });

test('[CON15] the version is the latest that the library knows', () => {
  expect(Object.values(library.ApiVersion).filter((version) => version > apiVersion && version !== 'unstable')).toEqual(
    [],
  );
  expect(Object.values(library.ApiVersion)).toContain(apiVersion);
});

describe('signatures', () => {
  test.each(samples.deliveries)('[CON15] $name is accepted and refused as by the library', async ({ topic, body }) => {
    const bytes = Buffer.from(body);
    const { secrets } = samples;
    const headers = samples.sign(topic, bytes, secrets);
    for (const rawBody of [body, `${body} `, body.replace('a', 'b')]) {
      const rawRequest = { method: 'POST', url: '/', headers };
      const { valid } = await libraryWith(secrets.app!.secret).webhooks.validate({
        rawBody,
        rawRequest,
        rawResponse: {},
      });
      expect(valid).toBe(rawBody === body);
      if (!valid) expect(shopify.verify({ headers, body: Buffer.from(rawBody) }, secrets).outcome).toBe('refused');
    }
  });

  test('[CON15] what the local shop signs is signed as the library expects', async () => {
    await shopify.webhooks.ensure(shop.context(), true);
    await shop.server.place({
      method: 'pix',
      total: '9.90',
      name: 'João',
      email: 'j@cliente.example',
      phone: '+5511987654321',
    });
    const { headers, body } = shop.receiver.received[0]!;
    const rawRequest = { method: 'POST', url: '/', headers };
    const own = libraryWith(shop.credentials['clientSecret']!);
    expect(await own.webhooks.validate({ rawBody: body.toString(), rawRequest, rawResponse: {} })).toMatchObject({
      valid: true,
      webhookId: headers['x-shopify-webhook-id'],
    });
  });

  test('[CON15] the query of a return', async () => {
    const other = await openShop();
    // The library compares the timestamp with its own clock.
    await other.server.advance(Date.now() - other.server.now());
    const method = shopify.methods.find(({ kind }) => kind === 'consent')!;
    if (method.kind !== 'consent') throw new Error('no consent');
    const addresses = {
      app,
      callbackUrl: '',
      returnUrl: 'https://retoma.example/connect/shopify/return',
      state: "a b+c~(d)*'é",
    };
    const page = method.consentPage({ shop: other.server.shop }, addresses);
    if (!page.ok) throw new Error(page.code);
    const { searchParams } = new URL(
      await agreeOn(replaceHost(page.url, new Map([[other.server.shop, other.server.url]]))),
    );
    const query = Object.fromEntries(searchParams);
    expect(await libraryWith(app.secret).utils.validateHmac(query)).toBe(true);
    expect(isQueryOfShopify(searchParams, [app.secret])).toBe(true);
    const changed = { ...query, state: 'x' };
    expect(await libraryWith(app.secret).utils.validateHmac(changed)).toBe(false);
    expect(isQueryOfShopify(new URLSearchParams(changed), [app.secret])).toBe(false);
    await other.close();
  });

  test.each(['minha-loja', 'admin.shopify.com/store/minha-loja', 'minha-loja.myshopify.com'])(
    '[CON15] the library accepts the shop of %j',
    (typed) => {
      const domain = shopDomain(typed)!;
      expect(libraryWith(app.secret).utils.sanitizeShop(domain)).toBe(domain);
    },
  );
});

describe('the schema of the Admin API', () => {
  let graphql: Graphql;
  let schema: unknown;
  beforeAll(async () => {
    graphql = loadSdk('graphql') as Graphql;
    schema = graphql.buildClientSchema(await readSchema());
  }, 180_000);

  const all = Object.entries(documents);

  test.each(all)('[CON15] has what %s asks for, and none of it is deprecated', (_, document) => {
    const rules = [...graphql.specifiedRules, graphql.NoDeprecatedCustomRule];
    expect(graphql.validate(schema, graphql.parse(document), rules).map(({ message }) => message)).toEqual([]);
  });

  const uri = 'https://retoma.example/connect/shopify/1.key';
  const variables: Readonly<Record<string, object>> = {
    ordersDocument: { query: '', after: null },
    checkoutsDocument: { query: '', after: null },
    subscriptionsDocument: { uri },
    subscribeDocument: { topic: 'ORDERS_FULFILLED', uri },
    unsubscribeDocument: { id: 'gid://shopify/WebhookSubscription/1' },
  };

  test.each(all)('[CON15] allows what the local shop answers to %s', async (name, document) => {
    const person = { name: 'Ana Lima', email: 'ana@cliente.example', phone: '+5511987654321' };
    const id = await shop.server.place({ method: 'pix', total: '189.90', ...person });
    await shop.server.pay(id);
    await shop.server.ship(id, 'AA123456785BR');
    await shop.server.leaveCart({ total: '90.00', ...person });
    await shop.server.advance(3_600_000);
    const variableValues = { ...variables[name] };
    const request = adminRequest(shop.server.shop, shop.credentials['accessToken']!, document, variableValues);
    const { data } = JSON.parse((await sendTo(shop.server, request)).body.toString()) as { data: object };
    const { errors = [] } = await graphql.graphql({ schema, source: document, rootValue: data, variableValues });
    expect(errors.map(({ message }) => message)).toEqual([]);
    expect(JSON.stringify(data).length).toBeGreaterThan(20);
  });
});

/** The introspection of the schema, from the package that Shopify publishes for assistants of developers. */
async function readSchema(): Promise<unknown> {
  const run = promisify(execFile);
  const folder = await mkdtemp(path.join(tmpdir(), 'shopify-schema-'));
  try {
    const args = ['pack', schemaPackage.name, '--silent', '--prefer-offline', '--pack-destination', folder];
    const { stdout } = await run('npm', args, { shell: process.platform === 'win32' });
    const file = path.join(folder, stdout.trim().split('\n').at(-1)!);
    expect(
      createHash('sha512')
        .update(await readFile(file))
        .digest('base64'),
    ).toBe(schemaPackage.sha512);
    const member = `package/dist/data/admin_${apiVersion}.json.gz`;
    await run('tar', ['-xzf', file, '-C', folder, member]);
    return (JSON.parse(gunzipSync(await readFile(path.join(folder, member))).toString()) as { data: unknown }).data;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
