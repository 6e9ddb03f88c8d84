import { expect, test } from 'vitest';
import { integrationSteps, type IntegrationFacts } from './integration-steps.ts';

const site = { url: 'https://www.loja.example', siteHosts: null };
const nothing: IntegrationFacts = { site, keyUsedAt: null, requests: [], hasPaidOrder: false, webhooks: [] };
const used: IntegrationFacts = { ...nothing, keyUsedAt: Date.UTC(2026, 10, 29) };
const endpoint = { state: 'enabled', lastSuccessAt: 1, failingSince: null } as const;
const returnsOf = (successUrl: string | null, signed: boolean) =>
  integrationSteps({
    ...used,
    requests: [
      { redirect: undefined, signed },
      { redirect: { successUrl }, signed },
    ],
  }).returns;

test('[API11] a store without a site of its own needs nothing; the first use of a key asks for the rest', () => {
  const states = (facts: IntegrationFacts) => Object.values(integrationSteps(facts)).map(({ state }) => state);
  expect(states({ ...nothing, hasPaidOrder: true })).toEqual(['optional', 'optional', 'optional', 'optional']);
  expect(states(used)).toEqual(['done', 'missing', 'missing', 'missing']);
  expect(integrationSteps(used).key.usedAt).toBe('2026-11-29T00:00:00.000Z');
  expect(integrationSteps({ ...used, hasPaidOrder: true }).purchase).toEqual({ state: 'done' });
});

test('[API11] a return address counts if shoppers are sent there', () => {
  expect(returnsOf('https://loja.example/obrigado', false)).toEqual({ state: 'done', hostname: 'loja.example' });
  expect(returnsOf('https://outra.example/x', false)).toEqual({ state: 'unverified', hostname: 'outra.example' });
  expect(returnsOf('https://outra.example/x', true)).toEqual({ state: 'done', hostname: 'outra.example' });
  expect(returnsOf(null, true)).toEqual({ state: 'missing', hostname: null });
});

test('[API11] webhooks count once each endpoint has answered with success, and none fails', () => {
  const of = (...webhooks: IntegrationFacts['webhooks'][number][]) => integrationSteps({ ...used, webhooks }).webhooks;
  expect(of(endpoint)).toEqual({ state: 'done', endpoints: 1, failing: 0 });
  expect(of(endpoint, { ...endpoint, lastSuccessAt: null })).toMatchObject({ state: 'unverified', failing: 0 });
  expect(of({ ...endpoint, failingSince: 1 })).toMatchObject({ state: 'unverified', failing: 1 });
  expect(of(endpoint, { ...endpoint, state: 'disabled' })).toMatchObject({ state: 'unverified', failing: 1 });
});
