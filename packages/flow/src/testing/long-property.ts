/** The number of cases of a long property: FUZZ_RUNS; else `full` in `npm run test:full`, and a tenth of it in `npm test`. */
export const longPropertyRuns = (full: number): number =>
  Number(process.env['FUZZ_RUNS'] ?? (process.env['TEST_LEVEL'] === 'full' ? full : Math.ceil(full / 10)));
