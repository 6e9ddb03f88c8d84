import { describe, expect, test } from 'vitest';
import { readJson } from '../read-json.ts';
import { shopDomain } from './connect.ts';
import { methodOf } from './fields.ts';
import { shopify } from './index.ts';
import { samples } from './testing/fixtures.ts';
import { clientSecrets } from './verify.ts';

const { secrets, fixtures, deliveries, sign } = samples;

describe('translating', () => {
  test.each(fixtures)('[CON15] $name', ({ kind, body, reports }) => {
    const resource = { kind, json: readJson(Buffer.from(body)) };
    expect(shopify.translate(resource, { shop: secrets.shop, credentials: {} })).toEqual(reports);
  });

  test('[CON15] the body of orders/paid is of the moment of the payment, other bodies are not', () => {
    const { body } = deliveries.find(({ topic }) => topic === 'orders/paid')!;
    const kindsOf = (topic: string) => {
      const content = shopify.contentOf(topic, Buffer.from(body), { ...secrets, credentials: {} });
      const reports =
        content && 'resource' in content ? shopify.translate(content.resource, { ...secrets, credentials: {} }) : [];
      return reports.map((report) =>
        report.kind === 'event' ? [report.event.type, report.event.occurred_at] : report.kind,
      );
    };
    expect(kindsOf('orders/paid')).toEqual([['payment.confirmed', '2026-11-29T12:10:00.000Z']]);
    expect(kindsOf('orders/updated')).toEqual(['order']);
    expect(shopify.contentOf('orders/paid', Buffer.from('[1]'), { ...secrets, credentials: {} })).toBeNull();
  });
});

describe('verifying', () => {
  test.each(deliveries)('[CON15] $name', ({ topic, body, verified }) => {
    const bytes = Buffer.from(body);
    expect(shopify.verify({ headers: sign(topic, bytes, secrets), body: bytes }, secrets)).toEqual(verified);
  });

  test('[CON15] the old client secret is accepted while it is written behind the new one', () => {
    const bytes = Buffer.from(deliveries[0]!.body);
    const headers = sign('orders/create', bytes, secrets);
    const rotated = (secret: string) => ({ ...secrets, app: { id: 'a1b2', secret } });
    expect(shopify.verify({ headers, body: bytes }, rotated('shpss_new, shpss_4f5e6d')).outcome).toBe('event');
    expect(shopify.verify({ headers, body: bytes }, rotated('shpss_new')).outcome).toBe('refused');
    expect(shopify.verify({ headers, body: bytes }, rotated(' , ')).outcome).toBe('refused');
  });

  test('[CON15] the secret of an app that the owner made comes before the installation’s', () => {
    expect(clientSecrets({ clientSecret: 'shpss_own' }, secrets.app)).toEqual(['shpss_own']);
    expect(clientSecrets({}, null)).toEqual([]);
  });
});

test.each([
  ['minha-loja', 'minha-loja.myshopify.com'],
  [' Minha-Loja.myshopify.com/ ', 'minha-loja.myshopify.com'],
  ['https://admin.shopify.com/store/minha-loja/orders?x=1', 'minha-loja.myshopify.com'],
  ['https://minha-loja.myshopify.com/admin', 'minha-loja.myshopify.com'],
  ['www.minhaloja.com.br', undefined],
  ['minha-loja.myshopify.com.evil.example', undefined],
  ['-x', undefined],
  ['evil.example/minha-loja.myshopify.com', undefined],
  ['', undefined],
])('[CON15] the shop that %j names', (typed, domain) => expect(shopDomain(typed)).toBe(domain));

test.each([
  ['Pix', 'pix'],
  ['Mercado Pago - PIX', 'pix'],
  ['pagarme_pix', 'pix'],
  ['Boleto Bancário', 'boleto'],
  ['Cartão de Crédito', 'credit_card'],
  ['Credit card', 'credit_card'],
  ['Mercado Pago', undefined],
  ['Pixel Pay', undefined],
])('[CON15] the method of the gateway %j', (gateway, method) => expect(methodOf([gateway])).toBe(method));
