#!/usr/bin/env node
// Plain JavaScript that any Node from 20 on can run. It runs the command with the project's own Node.
import { fileURLToPath } from 'node:url';

const go = new URL('../../../scripts/go.mjs', import.meta.url);
process.argv = [process.argv[0], fileURLToPath(go), 'run', 'packages/cli/src/main.ts', ...process.argv.slice(2)];
await import(go.href);
