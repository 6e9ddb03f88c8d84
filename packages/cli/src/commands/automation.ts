import { cleanJson, type Correction } from '@retoma/flow';
import { saveAutomation, storeFind, withDatabase } from '@retoma/server/commands';
import { describeSaved } from '../describe-saved.ts';
import type { Locale } from '../language.ts';
import { readText } from '../read-file.ts';
import { storeNotFound, storeCommand } from '../store-command.ts';
import { templateCommands } from './automation-template.ts';
import { switchCommands } from './switch-automation.ts';
import { modeOf, modeOption } from './validate.ts';

const importCommand = storeCommand({
  usage: 'automation import FILE --store ID [--publish]',
  summary: 'Import an automation definition as a draft, and optionally publish it',
  options: {
    publish: { type: 'boolean', description: 'Publish the automation; it starts if the definition is active' },
    mode: modeOption,
  },
  args: 1,
  async run(input) {
    const file = input.args[0]!;
    const { storeId, locale } = input;
    const { text, corrections } = cleanJson(readText(file), locale);
    const mode = modeOf(input);
    const saved = await withDatabase(input.environment, async ({ db, audit, mailThread }) => {
      if (!(await storeFind(db, storeId))) return undefined;
      return saveAutomation(
        { db, mode, locale, mailThread },
        { storeId, text, publish: input.values['publish'] === true },
        audit,
      );
    });
    if (!saved) return storeNotFound(storeId);
    return { ...describeSaved(file, saved, locale), warnings: corrections.map(corrected(file, locale)) };
  },
});

const corrected =
  (file: string, locale: Locale) =>
  ({ line, column, message }: Correction): string =>
    `${file}:${line}:${column}: ${message} ${locale === 'en' ? 'Corrected.' : 'Corrigido.'}`;

/** Commands for automations: import, templates, list, pause, resume, delete. */
export const automationCommands = { 'automation import': importCommand, ...templateCommands, ...switchCommands };
