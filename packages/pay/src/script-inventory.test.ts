import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { renderCheckout, scripts, type StateView } from './index.ts';
import { scriptInventory } from './script-inventory.ts';
import { boleto, checkout, details, item, method, pix } from './testing/views.ts';

const card = { provider: 'mercadopago', publicKey: 'TEST-1', installments: 12, document: '52998224725' } as const;
const states: StateView[] = [details(), method(), method({ card }), pix(), boleto()];
const rendered = states.map((state) => renderCheckout(checkout([item()], { state }), 'pt-BR'));
const sources = scriptInventory.map(({ source }) => source);
const ownSources = sources.filter((source) => !source.startsWith('https:'));
const hosts = sources.filter((source) => source.startsWith('https:'));

test('[CHK23] the inventory lists exactly the files served to payment pages', () => {
  const files = [...scripts().files.keys()].map((name) => name.replace(/^\w+\//, '').replace(/^person\/.*/, 'person/'));
  expect(new Set(files)).toEqual(new Set(ownSources));
});

test('[CHK23] pages load only scripts, and admit only hosts, of the inventory', () => {
  for (const { html, policy } of rendered) {
    const loaded = [...html.matchAll(/<script[^>]* src="([^"]*)"/g)].map(([, src = '']) => src.split('/').at(-1)!);
    for (const name of loaded) expect(ownSources).toContain(name);
    const admitted = /script-src ([^;]*)/
      .exec(policy)![1]!
      .split(' ')
      .filter((source) => source !== "'self'");
    expect([[], hosts]).toContainEqual(admitted);
  }
  expect(rendered[2]!.policy).toContain(hosts.join(' '));
});

test('[CHK23] our own scripts load only from hosts of the inventory', () => {
  const loads = [...scripts().files.values()].flatMap((source) => [...source.matchAll(/['"`](https?:\/\/[^/'"`]+)/g)]);
  expect(loads.map(([, host]) => host).every((host) => hosts.includes(host!))).toBe(true);
  expect(loads.length).toBeGreaterThan(0);
});

test('[CHK23] the threat model lists the inventory row by row', () => {
  const document = readFileSync(path.resolve(import.meta.dirname, '../../../docs/threat-model.md'), 'utf8');
  const rows = document.split('\n').map((line) => line.split('|').map((cell) => cell.trim()));
  for (const { source, pages, purpose, integrity } of scriptInventory) {
    expect(rows).toContainEqual(['', `\`${source}\``, pages, purpose, integrity, '']);
  }
});
