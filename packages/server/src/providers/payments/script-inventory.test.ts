import { readFileSync } from 'node:fs';
import path from 'node:path';
import { renderCheckout, scripts, type StateView } from '@retoma/pay';
import { expect, test } from 'vitest';
import { boleto, checkout, details, item, method, pix } from '../../../../pay/src/testing/views.ts';
import { paymentProvider, paymentProviderNames } from './index.ts';

const purchase = { total: 18_990, document: '52998224725' };
const hosted = paymentProviderNames.flatMap((name) => {
  const { cardForm, cardScript } = paymentProvider(name);
  const card = cardForm?.({ publicKey: 'TEST-1' }, purchase);
  return cardScript && card ? [{ name, card, cardScript }] : [];
});
/** The rows of the table in the threat model. `source`: a file that we serve, or the origin that serves it. */
const inventory = readFileSync(path.resolve(import.meta.dirname, '../../../../../docs/threat-model.md'), 'utf8')
  .split('\n## ')
  .find((part) => part.startsWith('Scripts of the payment page'))!
  .split('\n')
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .flatMap(([, source, pages, purpose, integrity]) =>
    source?.startsWith('`') ? [{ source: source.slice(1, -1), pages, purpose, integrity }] : [],
  );
const sources = inventory.map(({ source }) => source);
const ownSources = sources.filter((source) => !source.startsWith('https:'));
const hosts = sources.filter((source) => source.startsWith('https:'));
const render = (state: StateView) => renderCheckout(checkout([item()], { state }), 'pt-BR');

test('there are providers with card fields, and each declares its script', () => {
  expect(hosted.length).toBeGreaterThan(0);
  for (const { card, cardScript } of hosted) expect(card.script).toBe(cardScript);
});

test('[CHK23] every file that is served to a payment page is in the inventory, and nothing else is', () => {
  expect([...scripts().files.keys()]).toEqual(ownSources.toSorted());
});

test('[CHK23] pages load no script, and admit no host, that the inventory does not name', () => {
  const pages = [details(), method(), pix(), boleto()].map((state) => ({ ...render(state), admits: [] as string[] }));
  const cards = hosted.map(({ card, cardScript }) => ({
    ...render(method({ card })),
    admits: [...cardScript.foreign],
  }));
  for (const { html, policy, admits } of [...pages, ...cards]) {
    const loaded = [...html.matchAll(/<script[^>]* src="([^"]*)"/g)].map(([, src = '']) => src.split('/').at(-1)!);
    for (const name of loaded) expect(ownSources).toContain(name);
    const admitted = /script-src ([^;]*)/
      .exec(policy)![1]!
      .split(' ')
      .filter((source) => source !== "'self'");
    expect(admitted).toEqual(admits);
    for (const host of admitted) expect(hosts).toContain(host);
  }
});

test('[CHK23] our own scripts load from the hosts of the inventory alone', () => {
  const loads = [...scripts().files.values()].flatMap((source) => [...source.matchAll(/['"`](https?:\/\/[^/'"`]+)/g)]);
  expect(loads.map(([, host]) => host).every((host) => hosts.includes(host!))).toBe(true);
  expect(loads.length).toBeGreaterThan(0);
});

test('[CHK23] the inventory names each script of a provider on the page of its card fields, with purpose and integrity', () => {
  for (const { name, cardScript } of hosted) {
    const ofProvider = inventory.filter(({ pages }) => pages === `${name}-card`).map(({ source }) => source);
    expect(ofProvider).toEqual([cardScript.file, ...cardScript.foreign]);
  }
  expect(hosts).toEqual(hosted.flatMap(({ cardScript }) => cardScript.foreign));
  for (const { pages, purpose, integrity } of inventory) expect([pages, purpose, integrity].every(Boolean)).toBe(true);
});
