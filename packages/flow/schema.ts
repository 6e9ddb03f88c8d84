// Writes docs/automation.schema.json, generated from the package's limits and enums.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { automationSchema } from './src/schema/automation-schema.ts';

const docs = path.join(import.meta.dirname, '../../docs');
mkdirSync(docs, { recursive: true });
writeFileSync(path.join(docs, 'automation.schema.json'), `${JSON.stringify(automationSchema, null, 2)}\n`);
