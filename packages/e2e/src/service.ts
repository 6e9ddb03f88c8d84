import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import type { FullConfig } from '@playwright/test';
import { startCopilotModel } from './copilot-model.ts';
import { startMailbox } from './mailbox.ts';
import { answerOrders } from './testing/mercado-pago-orders.ts';
import { confirmed } from './testing/stripe-payments.ts';
import { shopHost, startShopHost } from './shop-host.ts';

/** The output of `retoma serve --demo --json`, with the data folder and the addresses of the local servers. */
export type Demo = {
  baseUrl: string;
  demo: { storeId: string; checkoutKey: string; secretKey: string; user: { email: string; password: string } };
  home: string;
  /** `/<address>` returns the last mail to that address, once there is one. */
  mailUrl: string;
  /** The address of the local server in place of Mercado Pago. */
  outsideUrl: string;
  /** The address of the server in place of a shop's host. */
  shopUrl: string;
};

const cli = path.resolve(import.meta.dirname, '../../cli/src/main.ts');
const mailAuthority = path.resolve(
  import.meta.dirname,
  '../../server/src/providers/channels/email/testing/mail-authority.pem',
);

/** Compilation of the sources takes half of a command's time: the compiled code is cached, as in the product's image. */
const compiled = { NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? path.join(os.tmpdir(), 'retoma-compile') };

/** Starts one product for each worker, so that no two workers share a store. `demo` returns the product of a worker. */
export default async function startAll({ workers }: FullConfig): Promise<() => Promise<void>> {
  const products = await Promise.all(Array.from({ length: workers }, startProduct));
  process.env['RETOMA_DEMOS'] = JSON.stringify(products.map(({ demo }) => demo));
  return async () => void (await Promise.all(products.map(({ stop }) => stop())));
}

/** Starts the product as `npm start` does: on a free port, in a temporary folder, with local servers in place of outside services. */
async function startProduct(): Promise<{ demo: Demo; stop: () => Promise<void> }> {
  const home = mkdtempSync(path.join(os.tmpdir(), 'retoma-e2e-'));
  const outside = await startOutside();
  const model = await startCopilotModel();
  const mailbox = await startMailbox();
  const shop = await startShopHost();
  const child = spawn(process.execPath, [cli, 'serve', '--demo', '--json', '--port', '0'], {
    env: {
      ...process.env,
      ...compiled,
      RETOMA_HOME: home,
      DATABASE_URL: '',
      BASE_URL: '',
      ALLOW_PRIVATE_ADDRESSES: 'true',
      CEP_LOOKUP_URL: `${outside.url}/ws/{cep}/json/`,
      MERCADOPAGO_URL: outside.url,
      STRIPE_URL: outside.url,
      COPILOT_PROVIDER: 'openai-compatible',
      COPILOT_MODEL: 'modelo-local',
      COPILOT_BASE_URL: model.url,
      MAIL_URL: mailbox.url,
      MAIL_FROM: 'painel@retoma.example',
      NUVEMSHOP_APP_ID: '7001',
      NUVEMSHOP_APP_SECRET: 'segredo-de-teste',
      PLATFORM_HOSTS: `${shopHost}=${shop.url}`,
      // Of the mail servers of tests.
      NODE_EXTRA_CA_CERTS: mailAuthority,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const printed = await new Promise<string>((resolve, reject) => {
    let text = '';
    child.stdout.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      if (text.endsWith('\n')) resolve(text);
    });
    child.once('exit', (code) => reject(new Error(`the service ended with ${code}`)));
  });
  return {
    demo: {
      ...(JSON.parse(printed) as Omit<Demo, 'home' | 'mailUrl' | 'outsideUrl' | 'shopUrl'>),
      home,
      mailUrl: mailbox.mailUrl,
      outsideUrl: outside.url,
      shopUrl: shop.url,
    },
    async stop() {
      child.kill('SIGTERM');
      await new Promise((resolve) => child.once('exit', resolve));
      outside.stop();
      model.stop();
      mailbox.stop();
      shop.stop();
      rmSync(home, { recursive: true, force: true });
    },
  };
}

/** The running product of this worker; the first one where tests are only listed. */
export const demo = (): Demo =>
  (JSON.parse(process.env['RETOMA_DEMOS'] ?? '') as Demo[])[Number(process.env['TEST_PARALLEL_INDEX'] ?? 0)]!;

/** Runs a CLI command on the service's data, as an owner does in another terminal. */
export const retoma = (...args: string[]): string => execFileSync(process.execPath, cliArgs(args), environment());

const cliArgs = (args: string[]): string[] => [cli, ...args];
const environment = () => ({
  env: {
    ...process.env,
    ...compiled,
    RETOMA_HOME: demo().home,
    DATABASE_URL: '',
    ALLOW_PRIVATE_ADDRESSES: 'true',
    MERCADOPAGO_URL: demo().outsideUrl,
    STRIPE_URL: demo().outsideUrl,
  },
  encoding: 'utf8' as const,
});

/** The access token that the local Mercado Pago accepts. */
export const knownToken = 'TEST-0123456789abcdef';

/** Starts a server in place of outside services: the address of one CEP, in ViaCEP's format, no answer for 99999-999, and card payments of Mercado Pago and Stripe. */
async function startOutside(): Promise<{ url: string; stop: () => void }> {
  const known = { logradouro: 'Avenida Paulista', bairro: 'Bela Vista', localidade: 'São Paulo', uf: 'SP' };
  const server = http.createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      const isCep = request.url === '/ws/01310100/json/';
      const isKnown = request.headers.authorization === `Bearer ${knownToken}`;
      response.setHeader('content-type', 'application/json');
      if (request.url === '/users/me') {
        response.statusCode = isKnown ? 200 : 401;
        response.end(JSON.stringify(isKnown ? { id: 123456789, nickname: 'LOJAAURORA' } : { status: 401 }));
        return;
      }
      if (answerOrders(request, body, response)) return;
      if (request.method === 'POST' && request.url === '/v1/payment_intents') {
        const { status, intent } = confirmed(new URLSearchParams(body));
        response.statusCode = status;
        response.end(JSON.stringify(intent));
        return;
      }
      if (request.url === '/ws/99999999/json/') {
        response.statusCode = 503;
        response.end();
        return;
      }
      response.end(JSON.stringify(isCep ? known : { erro: 'true' }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop: () => void server.close() };
}
