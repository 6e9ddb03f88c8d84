// Everything that judges the source without running it: types, lint, format, dead code.
import { runStep } from './run-step.ts';

runStep('Types', ['bin', 'tsc', '-p', 'tsconfig.json']);
runStep('Types of the pure packages', ['bin', 'tsc', '-p', 'tsconfig.pure.json']);
runStep('Lint', ['tool', 'oxlint', '--type-aware', '--deny-warnings']);
runStep('Format', ['tool', 'prettier', '--check', '--log-level=warn', '.']);
runStep('Dead code', ['tool', 'knip', '--no-progress']);
