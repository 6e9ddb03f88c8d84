// Properties test the same cases in every run, so that a change fails them and chance does not. Proofs set the number of cases and draw new
// ones.
import fc from 'fast-check';

const drawsNewCases = ['LAW_RUNS', 'PROPERTY_RUNS'].some((name) => process.env[name] !== undefined);
if (!drawsNewCases) fc.configureGlobal({ seed: 20_261_128 });
