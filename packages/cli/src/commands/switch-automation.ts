import {
  automationCodes,
  automationList,
  deleteAutomation,
  refusalBody,
  setAutomationActive,
  storeFind,
  waitingChoices,
  withDatabase,
} from '@retoma/server/commands';
import { refusal, required, UsageError, type CommandOutput, type Command, type Input } from '../command.ts';
import { languageOf, languageOption, type Locale } from '../language.ts';
import { storeOption, uuid } from '../option-values.ts';
import { modeOf, modeOption } from './validate.ts';

const by = 'cli';

type Refusal = Parameters<typeof refusalBody>[0];

const automationRefused = (refusal: Refusal, locale: Locale): CommandOutput => ({
  json: refusalBody(refusal, locale),
  text: automationCodes[refusal.code][locale],
  exitCode: 1,
});

const parseIds = (input: Input): [storeId: string, automationId: string] => [
  uuid(required(input, 'store')),
  uuid(input.args[0]!, 'an automation'),
];

const texts = {
  'pt-BR': {
    on: 'ativa',
    off: 'desativada',
    draft: 'rascunho',
    version: 'versão',
    none: 'Nenhuma automação.',
    paused: {
      hold: 'As execuções em andamento ficam guardadas até você ativar de novo.',
      finish: 'As execuções em andamento vão até o fim.',
      cancel: 'As execuções em andamento serão canceladas.',
    },
    resumed: 'Ativada. As execuções guardadas continuam; as que venceram há mais de 24 horas são canceladas.',
    deleted: 'Excluída. As execuções em andamento serão canceladas.',
  },
  en: {
    on: 'on',
    off: 'off',
    draft: 'draft',
    version: 'version',
    none: 'No automations.',
    paused: {
      hold: 'Its runs are held until you switch it on again.',
      finish: 'Its runs go on to their end.',
      cancel: 'Its runs will be cancelled.',
    },
    resumed: 'On. The runs that were held go on; those due more than 24 hours ago are cancelled.',
    deleted: 'Deleted. Its runs will be cancelled.',
  },
} as const;

const list: Command = {
  usage: 'automation list --store ID',
  summary: 'List the automations of a store',
  options: { store: storeOption, lang: languageOption },
  args: 0,
  async run(input) {
    const storeId = uuid(required(input, 'store'));
    const say = texts[languageOf(input)];
    const rows = await withDatabase(input.environment, async ({ db }) =>
      (await storeFind(db, storeId)) ? automationList(db, storeId) : undefined,
    );
    if (!rows) return refusal('STORE_NOT_FOUND', `There is no store ${storeId}.`);
    const automations = rows.map(({ automationId, name, triggerEvent, active, publishedVersion, updatedAt }) => ({
      automationId,
      name,
      trigger: triggerEvent,
      active,
      publishedVersion,
      updatedAt,
    }));
    const lines = automations.map(({ automationId, name, trigger, active, publishedVersion }) => {
      const state = publishedVersion === null ? say.draft : active ? say.on : say.off;
      const version = publishedVersion === null ? '' : `, ${say.version} ${publishedVersion}`;
      return `${automationId}  ${name} (${trigger}${version}): ${state}`;
    });
    return { json: { automations }, text: lines.join('\n') || say.none };
  },
};

const pause: Command = {
  usage: 'automation pause ID --store ID [--waiting hold|finish|cancel]',
  summary: 'Switch an automation off: it starts no run, and its runs are held, finished or cancelled',
  options: {
    store: storeOption,
    waiting: { type: 'string', value: waitingChoices.join('|'), description: 'What becomes of its live runs (hold)' },
    lang: languageOption,
  },
  args: 1,
  async run(input) {
    const [storeId, automationId] = parseIds(input);
    const locale = languageOf(input);
    const requested = input.values['waiting'] ?? 'hold';
    const waiting = waitingChoices.find((choice) => choice === requested);
    if (!waiting) throw new UsageError(`--waiting takes ${waitingChoices.join(', ')}`);
    const switched = await withDatabase(input.environment, ({ db, audit }) =>
      setAutomationActive({ db, mode: 'off', locale, by }, storeId, automationId, { active: false, waiting }, audit),
    );
    if (!switched.ok) return automationRefused(switched, locale);
    return { json: { automationId, active: false, waiting }, text: texts[locale].paused[waiting] };
  },
};

const resume: Command = {
  usage: 'automation resume ID --store ID',
  summary: 'Switch the published version of an automation on; the runs that were held go on',
  options: {
    store: storeOption,
    mode: modeOption,
    lang: languageOption,
  },
  args: 1,
  async run(input) {
    const [storeId, automationId] = parseIds(input);
    const [mode, locale] = [modeOf(input), languageOf(input)];
    const switched = await withDatabase(input.environment, ({ db, audit }) =>
      setAutomationActive({ db, mode, locale, by }, storeId, automationId, { active: true }, audit),
    );
    if (!switched.ok) return automationRefused(switched, locale);
    return { json: { automationId, active: true }, text: texts[locale].resumed };
  },
};

const remove: Command = {
  usage: 'automation delete ID --store ID --yes',
  summary: 'Delete an automation and cancel its runs',
  options: { store: storeOption, yes: { type: 'boolean', description: 'Really' }, lang: languageOption },
  args: 1,
  async run(input) {
    const [storeId, automationId] = parseIds(input);
    const locale = languageOf(input);
    if (input.values['yes'] !== true) throw new UsageError('deleting an automation cannot be undone: add --yes');
    const deleted = await withDatabase(input.environment, ({ db, audit }) =>
      deleteAutomation({ db, mode: 'off', locale, by }, storeId, automationId, audit),
    );
    if (!deleted.ok) return automationRefused(deleted, locale);
    return { json: { automationId, deleted: true }, text: texts[locale].deleted };
  },
};

/** Commands that list and switch automations: list, pause, resume, delete. */
export const switchCommands = {
  'automation list': list,
  'automation pause': pause,
  'automation resume': resume,
  'automation delete': remove,
};
