import { importFlow, type Flow } from '@retoma/flow';
import type { CommandOutput } from './command.ts';
import { describeValidation } from './commands/validate.ts';
import { readText } from './read-file.ts';
import type { Locale } from './language.ts';

/** The flow in a file; if its structure has errors, an output with all of them. */
export function readFlowFile(file: string, locale: Locale): { flow: Flow } | { refused: CommandOutput } {
  const imported = importFlow(readText(file), locale);
  if (imported.ok) return { flow: imported.flow };
  const validation = { valid: false, format: 'nested' as const, structure: imported.issues };
  return { refused: { json: validation, text: describeValidation(file, validation, locale), exitCode: 1 } };
}
