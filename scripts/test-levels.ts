/** What a run of tests covers. `usual`: what `npm test` runs; `full`: what `npm run test:full` adds; `any`: the files of both, for a filter. */
export type TestLevel = 'usual' | 'full' | 'any';

/** The level of this run, from TEST_LEVEL. */
export const testLevel = (process.env['TEST_LEVEL'] ?? 'usual') as TestLevel;

/** Files that only the full level runs: they follow documents, are short versions of proofs, compare with official SDKs, or open every page. */
export const onlyFull: readonly string[] = [
  'checks/guides.test.ts',
  'bench/prove/*.test.ts',
  'budgets/pages.test.ts',
  'packages/client/src/older-types.test.ts',
  'packages/server/src/app/shards/move-shard.test.ts',
  'packages/cli/src/shard-move.test.ts',
  'packages/server/src/**/official.test.ts',
  'packages/server/src/shop/connectors/proofs/{arrival,carts,endings,outage,tokens}.test.ts',
  'packages/server/src/automations/engine/proofs/{live-simulated,paid-race}.test.ts',
  'packages/server/src/shop/orders/proofs/payment-crash.test.ts',
  'packages/server/src/shop/prices/proofs/same-total.test.ts',
];

/** Files of both levels. Their properties have ten times as many cases in the full one: `packages/flow/src/testing/long-property.ts`. */
export const longProperties: readonly string[] = [
  'packages/flow/src/readable/readable-flow.test.ts',
  'packages/flow/src/validate/fuzz.test.ts',
  'packages/panel/src/features/automations/editor/state/any-json.test.ts',
  'packages/server/src/app/http/document/fuzz.test.ts',
  'packages/server/src/automations/definitions/panel/any-draft.test.ts',
];
