import { automationCodes, refusalBody, saveAutomation, storeFind, withDatabase } from '@retoma/server/commands';
import { refusal, required, type Answer, type Command } from '../command.ts';
import { languageOf, languageOption } from '../language.ts';
import { readText } from '../read-file.ts';
import { uuid } from '../words.ts';
import { switchCommands } from './switch-automation.ts';
import { describe, modeOf } from './validate.ts';

const importCommand: Command = {
  usage: 'automation import FILE --store ID [--publish]',
  summary: 'Import a definition as a draft of a store, and publish it where asked',
  options: {
    store: { type: 'string', value: 'ID', description: 'The store', required: true },
    publish: { type: 'boolean', description: 'Publish it too; it runs where the definition says active' },
    mode: {
      type: 'string',
      value: 'off|warn|block',
      description: 'What metatag errors do (AUTOMATION_TEMPLATE_VALIDATION_MODE, block)',
    },
    lang: languageOption,
  },
  words: 1,
  async run(input): Promise<Answer> {
    const file = input.words[0]!;
    const storeId = uuid(required(input, 'store'));
    const text = readText(file);
    const [mode, locale] = [modeOf(input), languageOf(input)];
    const saved = await withDatabase(input.environment, async ({ db }) => {
      if (!(await storeFind(db, storeId))) return undefined;
      return saveAutomation({ db, mode, locale }, { storeId, text, publish: input.values['publish'] === true });
    });
    if (!saved) return refusal('STORE_NOT_FOUND', `There is no store ${storeId}.`);
    if (!saved.ok) {
      const lines = describe(file, {
        valid: false,
        format: 'nested',
        structure: saved.structure ?? [],
        _validation: saved.validation ?? null,
      });
      return {
        json: refusalBody(saved, locale),
        text: `${lines}\n${automationCodes[saved.code][locale]}`,
        exitCode: 1,
      };
    }
    const { automationId, draftRevision, publishedVersion, active, name } = saved.automation;
    const json = {
      automationId,
      name,
      draftRevision,
      publishedVersion,
      active,
      _validation: saved.validation._validation,
    };
    return {
      json,
      text: `${describe(file, saved.validation)}\n${name}: ${automationId}${publishedVersion ? `, version ${publishedVersion}` : ', draft'}`,
    };
  },
};

/** Automations: import, and what switches them. */
export const automationCommands = { 'automation import': importCommand, ...switchCommands };
