/** Details of a test that `npm test` runs; all other browser tests are run by `npm run test:full`. Each main way through the product has one. */
export const journey = { tag: '@journey' };
