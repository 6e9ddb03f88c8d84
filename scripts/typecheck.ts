import { runStep } from './run-step.ts';

runStep('Types', ['bin', 'tsc', '-p', 'tsconfig.json']);
runStep('Types of the pure packages', ['bin', 'tsc', '-p', 'tsconfig.pure.json']);
