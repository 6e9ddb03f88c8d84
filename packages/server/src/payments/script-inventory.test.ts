import { readFileSync } from 'node:fs';
import path from 'node:path';
import { renderCheckout, scriptInventory, scripts, type CardScript, type StateView } from '@retoma/pay';
import { expect, test } from 'vitest';
import { boleto, checkout, details, item, method, pix } from '../../../pay/src/testing/views.ts';
import { paymentProvider, paymentProviderNames } from './index.ts';

const purchase = { total: 18_990, document: '52998224725' };
const hosted = paymentProviderNames.flatMap((name) => {
  const { cardForm, cardScript } = paymentProvider(name);
  const card = cardForm?.({ publicKey: 'TEST-1' }, purchase);
  return cardScript && card?.kind === 'hosted-fields' ? [{ name, card, cardScript }] : [];
});
const cardScripts: Record<string, CardScript> = Object.fromEntries(
  hosted.map(({ name, cardScript }) => [name, cardScript]),
);
const inventory = scriptInventory(cardScripts);
const sources = inventory.map(({ source }) => source);
const ownSources = sources.filter((source) => !source.startsWith('https:'));
const hosts = sources.filter((source) => source.startsWith('https:'));
const render = (state: StateView) => renderCheckout(checkout([item()], { state }), 'pt-BR');

test('there are providers with card fields of their own, and each declares its script', () => {
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
    admits: cardScript.foreign.map(({ source }) => source),
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

test('[CHK23] the threat model lists the inventory row by row', () => {
  const document = readFileSync(path.resolve(import.meta.dirname, '../../../../docs/threat-model.md'), 'utf8');
  const rows = document.split('\n').map((line) => line.split('|').map((cell) => cell.trim()));
  for (const { source, pages, purpose, integrity } of inventory) {
    expect(rows).toContainEqual(['', `\`${source}\``, pages, purpose, integrity, '']);
  }
});
