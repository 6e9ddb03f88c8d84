import { saveAutomation, storeFind, withDatabase } from '@retoma/server/commands';
import { refusal, required, type CommandOutput, type Command } from '../command.ts';
import { describeSaved } from '../describe-saved.ts';
import { languageOf, languageOption } from '../language.ts';
import { readText } from '../read-file.ts';
import { storeOption, uuid } from '../option-values.ts';
import { templateCommands } from './automation-template.ts';
import { switchCommands } from './switch-automation.ts';
import { modeOf, modeOption } from './validate.ts';

const importCommand: Command = {
  usage: 'automation import FILE --store ID [--publish]',
  summary: 'Import a definition as a draft of a store, and publish it where asked',
  options: {
    store: storeOption,
    publish: { type: 'boolean', description: 'Publish it too; it runs where the definition says active' },
    mode: modeOption,
    lang: languageOption,
  },
  args: 1,
  async run(input): Promise<CommandOutput> {
    const file = input.args[0]!;
    const storeId = uuid(required(input, 'store'));
    const text = readText(file);
    const [mode, locale] = [modeOf(input), languageOf(input)];
    const saved = await withDatabase(input.environment, async ({ db, audit }) => {
      if (!(await storeFind(db, storeId))) return undefined;
      return saveAutomation({ db, mode, locale }, { storeId, text, publish: input.values['publish'] === true }, audit);
    });
    if (!saved) return refusal('STORE_NOT_FOUND', `There is no store ${storeId}.`);
    return describeSaved(file, saved, locale);
  },
};

/** Commands for automations: import, templates, list, pause, resume, delete. */
export const automationCommands = { 'automation import': importCommand, ...templateCommands, ...switchCommands };
