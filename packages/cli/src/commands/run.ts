import { readRun, requestOperation, runList, runStatuses, withDatabase } from '@retoma/server/commands';
import type { OperationRequest } from '@retoma/server/commands';
import { refusal, required, UsageError, type CommandOutput, type Input, type Option } from '../command.ts';
import { describeRun, statusLabels } from '../describe-run.ts';
import type { Locale } from '../language.ts';
import { uuid } from '../option-values.ts';
import { storeNotFound, readOfStore, storeCommand, type StoreInput } from '../store-command.ts';

const automation: Option = { type: 'string', value: 'ID', description: 'Filter by automation' };
const maxListed = 50;

const list = storeCommand({
  usage: 'run list --store ID [--automation ID] [--status S]',
  summary: `List the ${maxListed} most recent runs of a store`,
  options: {
    automation,
    status: { type: 'string', value: runStatuses.join('|'), description: 'Filter by status' },
  },
  args: 0,
  async run(input) {
    const { storeId, locale } = input;
    const { automation: requested, status: wanted } = input.values;
    const automationId = typeof requested === 'string' ? uuid(requested, 'automation') : undefined;
    const status = runStatuses.find((one) => one === wanted);
    if (wanted !== undefined && !status) throw new UsageError(`--status must be one of: ${runStatuses.join(', ')}`);
    const runs = await readOfStore(input, (db, storeId) => runList(db, storeId, { automationId, status }, maxListed));
    if (!runs) return storeNotFound(storeId);
    const lines = runs.map(({ runId, startedAt, automation, status, reason, held }) => {
      const state = statusLabels[locale][held ? 'held' : status];
      return `${runId}  ${startedAt.toISOString()}  ${automation}: ${state}${reason === null ? '' : ` (${reason})`}`;
    });
    return { json: { runs }, text: lines.join('\n') || { 'pt-BR': 'Nenhuma jornada.', en: 'No runs.' }[locale] };
  },
});

const show = storeCommand({
  usage: 'run show RUNID --store ID',
  summary: 'Show a run: its status, timeline, messages and requested operations',
  args: 1,
  async run(input) {
    const { storeId, locale } = input;
    const runId = uuid(input.args[0]!, 'run');
    const run = await withDatabase(input.environment, ({ db }) => readRun(db, storeId, runId));
    if (!run) return runNotFound(locale);
    const timeline = run.timeline?.map(({ entry, duration }) => ({ ...withInstants(entry), duration })) ?? null;
    const waitsFor = run.waitsFor && withInstants(run.waitsFor);
    const messages = run.messages.map(({ messageKey: message, ...rest }) => ({ message, ...rest }));
    return { json: { run: { ...run, waitsFor, timeline, messages } }, text: describeRun(run, locale) };
  },
});

/** The item with `at` and `until` as ISO 8601 instead of milliseconds. */
function withInstants(item: object): object {
  const iso = (name: string, value: unknown): unknown =>
    (name === 'at' || name === 'until') && typeof value === 'number' ? new Date(value).toISOString() : value;
  return Object.fromEntries(Object.entries(item).map(([name, value]) => [name, iso(name, value)]));
}

const texts = {
  RUN_NOT_FOUND: { 'pt-BR': 'Esta loja não tem essa jornada.', en: 'This store has no such run.' },
  AUTOMATION_NOT_FOUND: { 'pt-BR': 'Esta loja não tem essa automação.', en: 'This store has no such automation.' },
  TOO_MANY_RUNS: { 'pt-BR': 'Jornadas demais em um só pedido.', en: 'Too many runs in one request.' },
} as const;

const runNotFound = (locale: Locale): CommandOutput => refusal('RUN_NOT_FOUND', texts.RUN_NOT_FOUND[locale]);

/** The runs that the arguments name, or all live runs of an automation, which requires --yes. */
function targetOf({ args, values }: Input): OperationRequest['of'] {
  const { automation: requested } = values;
  if (typeof requested !== 'string') {
    if (args.length === 0) throw new UsageError('RUNID or --automation is required');
    return { runIds: args.map((word) => uuid(word, 'run')) };
  }
  if (args.length > 0) throw new UsageError('RUNID and --automation cannot be used together');
  if (values['yes'] !== true)
    throw new UsageError('this affects all live runs of the automation; add --yes to confirm');
  return { automationId: uuid(requested, 'automation') };
}

async function operate(
  input: StoreInput,
  request: { kind: 'cancel' | 'skip' } | { kind: 'retry'; step: string },
): Promise<CommandOutput> {
  const { storeId, locale } = input;
  const of = targetOf(input);
  const requested = await withDatabase(input.environment, ({ db }) =>
    requestOperation(db, { ...request, storeId, of, by: 'cli' }),
  );
  if (!requested.ok) return refusal(requested.code, texts[requested.code][locale]);
  const { operationId } = requested;
  const confirmation = {
    'pt-BR': `Operação ${operationId} na fila. Um worker (retoma serve ou retoma work) vai executá-la.`,
    en: `Operation ${operationId} queued. A worker (retoma serve or retoma work) will run it.`,
  };
  return { json: { operationId }, text: confirmation[locale] };
}

const many = {
  automation: { ...automation, description: 'Apply to all live runs of this automation' },
  yes: { type: 'boolean', description: 'Confirm' },
} as const satisfies Record<string, Option>;

const cancel = storeCommand({
  usage: 'run cancel RUNID...|--automation ID --yes --store ID',
  summary: 'Cancel runs',
  options: many,
  args: 'any',
  run: (input) => operate(input, { kind: 'cancel' }),
});

const skip = storeCommand({
  usage: 'run skip RUNID...|--automation ID --yes --store ID',
  summary: 'Skip the current wait of runs',
  options: many,
  args: 'any',
  run: (input) => operate(input, { kind: 'skip' }),
});

const retry = storeCommand({
  usage: 'run retry RUNID... --step PATH --store ID',
  summary: 'Restart runs from a step, whether live or finished',
  options: {
    step: { type: 'string', value: 'PATH', description: 'Path of the step, such as steps[0]', required: true },
  },
  args: 'any',
  run: (input) => operate(input, { kind: 'retry', step: required(input, 'step') }),
});

/** Commands for runs: list, show, cancel, skip, retry. */
export const runCommands = {
  'run list': list,
  'run show': show,
  'run cancel': cancel,
  'run skip': skip,
  'run retry': retry,
};
