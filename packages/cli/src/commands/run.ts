import { readRun, requestOperation, runList, runStatuses, withDatabase } from '@retoma/server/commands';
import type { OperationRequest } from '@retoma/server/commands';
import { refusal, required, UsageError, type CommandOutput, type Input, type Option } from '../command.ts';
import { describeRun, statusLabels } from '../describe-run.ts';
import type { Locale } from '../language.ts';
import { uuid } from '../option-values.ts';
import { noStore, readOfStore, storeCommand, type StoreInput } from '../store-command.ts';

const automation: Option = { type: 'string', value: 'ID', description: 'Only runs of this automation' };
const maxListed = 50;

const list = storeCommand({
  usage: 'run list --store ID [--automation ID] [--status S]',
  summary: `List the newest runs of a store, ${maxListed} at most`,
  options: {
    automation,
    status: { type: 'string', value: runStatuses.join('|'), description: 'Only runs in this status' },
  },
  args: 0,
  async run(input) {
    const { storeId, locale } = input;
    const { automation: requested, status: wanted } = input.values;
    const automationId = typeof requested === 'string' ? uuid(requested, 'an automation') : undefined;
    const status = runStatuses.find((one) => one === wanted);
    if (wanted !== undefined && !status) throw new UsageError(`--status takes ${runStatuses.join(', ')}`);
    const runs = await readOfStore(input, (db, storeId) => runList(db, storeId, { automationId, status }, maxListed));
    if (!runs) return noStore(storeId);
    const lines = runs.map(({ runId, startedAt, automation, status, reason, held }) => {
      const state = statusLabels[locale][held ? 'held' : status];
      return `${runId}  ${startedAt.toISOString()}  ${automation}: ${state}${reason === null ? '' : ` (${reason})`}`;
    });
    return { json: { runs }, text: lines.join('\n') || { 'pt-BR': 'Nenhuma jornada.', en: 'No runs.' }[locale] };
  },
});

const show = storeCommand({
  usage: 'run show RUNID --store ID',
  summary: 'Show one run: where it stands, its timeline, its messages, what was asked of it',
  args: 1,
  async run(input) {
    const { storeId, locale } = input;
    const runId = uuid(input.args[0]!, 'a run');
    const run = await withDatabase(input.environment, ({ db }) => readRun(db, storeId, runId));
    if (!run) return noRun(locale);
    const timeline = run.timeline?.map(({ entry, duration }) => ({ ...withInstants(entry), duration })) ?? null;
    const waitsFor = run.waitsFor && withInstants(run.waitsFor);
    const messages = run.messages.map(({ messageKey: message, ...rest }) => ({ message, ...rest }));
    const operations = run.operations.map((operation) => ({
      ...operation,
      outcome: publishedOutcomes[operation.outcome],
    }));
    return { json: { run: { ...run, waitsFor, timeline, messages, operations } }, text: describeRun(run, locale) };
  },
});

/** Operation outcomes → their words in the JSON, which is a published format. */
const publishedOutcomes = { applied: 'done', rejected: 'refused' } as const;

/** The item with `at` and `until` as ISO 8601 instead of milliseconds. */
function withInstants(item: object): object {
  const iso = (name: string, value: unknown): unknown =>
    (name === 'at' || name === 'until') && typeof value === 'number' ? new Date(value).toISOString() : value;
  return Object.fromEntries(Object.entries(item).map(([name, value]) => [name, iso(name, value)]));
}

const texts = {
  RUN_NOT_FOUND: { 'pt-BR': 'Esta loja não tem essa jornada.', en: 'This store has no such run.' },
  AUTOMATION_NOT_FOUND: { 'pt-BR': 'Esta loja não tem essa automação.', en: 'This store has no such automation.' },
  TOO_MANY_RUNS: { 'pt-BR': 'São jornadas demais de uma vez.', en: 'Too many runs at once.' },
} as const;

const noRun = (locale: Locale): CommandOutput => refusal('RUN_NOT_FOUND', texts.RUN_NOT_FOUND[locale]);

/** The runs that the arguments name, or all live runs of an automation, which requires --yes. */
function targetOf({ args, values }: Input): OperationRequest['of'] {
  const { automation: requested } = values;
  if (typeof requested !== 'string') {
    if (args.length === 0) throw new UsageError('name runs, or an automation with --automation');
    return { runIds: args.map((word) => uuid(word, 'a run')) };
  }
  if (args.length > 0) throw new UsageError('name runs or an automation, not both');
  if (values['yes'] !== true) throw new UsageError('this concerns every live run of the automation: add --yes');
  return { automationId: uuid(requested, 'an automation') };
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
    'pt-BR': `Pedido ${operationId} registrado: um processo de trabalho (retoma serve ou work) o executa.`,
    en: `Request ${operationId} is stored: a worker (retoma serve or work) carries it out.`,
  };
  return { json: { operationId }, text: confirmation[locale] };
}

const many = {
  automation: { ...automation, description: 'All live runs of this automation' },
  yes: { type: 'boolean', description: 'Really all of them' },
} as const satisfies Record<string, Option>;

const cancel = storeCommand({
  usage: 'run cancel RUNID...|--automation ID --yes --store ID',
  summary: 'Cancel runs: what they wait for does not happen any more',
  options: many,
  args: 'any',
  run: (input) => operate(input, { kind: 'cancel' }),
});

const skip = storeCommand({
  usage: 'run skip RUNID...|--automation ID --yes --store ID',
  summary: 'End the wait of runs that comes first, as if its time had come',
  options: many,
  args: 'any',
  run: (input) => operate(input, { kind: 'skip' }),
});

const retry = storeCommand({
  usage: 'run retry RUNID... --step PATH --store ID',
  summary: 'Take runs up again from a step, live or over',
  options: {
    step: { type: 'string', value: 'PATH', description: 'The path of the step, as in steps[0]', required: true },
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
