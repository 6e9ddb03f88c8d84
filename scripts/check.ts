// All static checks of the sources: commit subjects, types, lint, format, dead code.
import { runStep } from './run-step.ts';

runStep('Commit subjects', ['run', 'scripts/commit-subjects.ts']);
runStep('Types', ['bin', 'tsc', '-p', 'tsconfig.json']);
runStep('Types of the pure packages', ['bin', 'tsc', '-p', 'tsconfig.pure.json']);
runStep('Lint', ['tool', 'oxlint', '--type-aware', '--deny-warnings']);
runStep('Format', ['tool', 'prettier', '--check', '--log-level=warn', '.']);
runStep('Dead code', ['tool', 'knip', '--no-progress']);
