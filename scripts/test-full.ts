// npm run test:full: what npm test leaves out. `npm run test:full -- FILTER …` is the same as with npm test.
process.env['TEST_LEVEL'] = 'full';
await import('./test.ts');
