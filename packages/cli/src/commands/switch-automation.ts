import {
  automationCodes,
  automationList,
  deleteAutomation,
  refusalBody,
  setAutomationActive,
  waitingChoices,
  withDatabase,
} from '@retoma/server/commands';
import { UsageError, type CommandOutput } from '../command.ts';
import type { Locale } from '../language.ts';
import { uuid } from '../option-values.ts';
import { storeNotFound, readOfStore, storeCommand, type StoreInput } from '../store-command.ts';
import { modeOf, modeOption } from './validate.ts';

const by = 'cli';

type Refusal = Parameters<typeof refusalBody>[0];

const automationRefused = (refusal: Refusal, locale: Locale): CommandOutput => ({
  json: refusalBody(refusal, locale),
  text: automationCodes[refusal.code][locale],
  exitCode: 1,
});

const automationIdIn = ({ args }: StoreInput): string => uuid(args[0]!, 'automation');

const texts = {
  'pt-BR': {
    on: 'ativa',
    off: 'pausada',
    draft: 'rascunho',
    version: 'versão',
    none: 'Nenhuma automação.',
    paused: {
      hold: 'Automação pausada. As jornadas em andamento continuam quando você ativar de novo.',
      finish: 'Automação pausada. As jornadas em andamento vão até o fim.',
      cancel: 'Automação pausada. As jornadas em andamento serão canceladas.',
    },
    resumed: 'Automação ativada. As jornadas pausadas continuam; as que venceram há mais de 24 horas são canceladas.',
    deleted: 'Automação excluída. As jornadas em andamento serão canceladas.',
  },
  en: {
    on: 'active',
    off: 'paused',
    draft: 'draft',
    version: 'version',
    none: 'No automations.',
    paused: {
      hold: 'Automation paused. Its runs continue when you resume it.',
      finish: 'Automation paused. Its runs continue to their end.',
      cancel: 'Automation paused. Its runs will be cancelled.',
    },
    resumed: 'Automation resumed. Paused runs continue; those due more than 24 hours ago are cancelled.',
    deleted: 'Automation deleted. Its runs will be cancelled.',
  },
} as const;

const list = storeCommand({
  usage: 'automation list --store ID',
  summary: 'List the automations of a store',
  args: 0,
  async run(input) {
    const { storeId, locale } = input;
    const say = texts[locale];
    const rows = await readOfStore(input, automationList);
    if (!rows) return storeNotFound(storeId);
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
});

const pause = storeCommand({
  usage: 'automation pause ID --store ID [--waiting hold|finish|cancel]',
  summary: 'Pause an automation',
  options: {
    waiting: {
      type: 'string',
      value: waitingChoices.join('|'),
      description: 'What happens to its live runs (default: hold)',
    },
  },
  args: 1,
  async run(input) {
    const { storeId, locale } = input;
    const automationId = automationIdIn(input);
    const requested = input.values['waiting'] ?? 'hold';
    const waiting = waitingChoices.find((choice) => choice === requested);
    if (!waiting) throw new UsageError(`--waiting must be one of: ${waitingChoices.join(', ')}`);
    const switched = await withDatabase(input.environment, ({ db, audit }) =>
      setAutomationActive({ db, mode: 'off', locale, by }, storeId, automationId, { active: false, waiting }, audit),
    );
    if (!switched.ok) return automationRefused(switched, locale);
    return { json: { automationId, active: false, waiting }, text: texts[locale].paused[waiting] };
  },
});

const resume = storeCommand({
  usage: 'automation resume ID --store ID',
  summary: 'Resume an automation and its paused runs',
  options: {
    mode: modeOption,
  },
  args: 1,
  async run(input) {
    const { storeId, locale } = input;
    const [automationId, mode] = [automationIdIn(input), modeOf(input)];
    const switched = await withDatabase(input.environment, ({ db, audit }) =>
      setAutomationActive({ db, mode, locale, by }, storeId, automationId, { active: true }, audit),
    );
    if (!switched.ok) return automationRefused(switched, locale);
    return { json: { automationId, active: true }, text: texts[locale].resumed };
  },
});

const remove = storeCommand({
  usage: 'automation delete ID --store ID --yes',
  summary: 'Delete an automation and cancel its runs',
  options: { yes: { type: 'boolean', description: 'Confirm' } },
  args: 1,
  async run(input) {
    const { storeId, locale } = input;
    const automationId = automationIdIn(input);
    if (input.values['yes'] !== true) throw new UsageError('this cannot be undone; add --yes to confirm');
    const deleted = await withDatabase(input.environment, ({ db, audit }) =>
      deleteAutomation({ db, mode: 'off', locale, by }, storeId, automationId, audit),
    );
    if (!deleted.ok) return automationRefused(deleted, locale);
    return { json: { automationId, deleted: true }, text: texts[locale].deleted };
  },
});

/** Commands that list and switch automations: list, pause, resume, delete. */
export const switchCommands = {
  'automation list': list,
  'automation pause': pause,
  'automation resume': resume,
  'automation delete': remove,
};
