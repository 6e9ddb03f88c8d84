import {
  clockDiffers,
  doctor,
  isSkewed,
  remedies,
  rolesNotSplit,
  storeFind,
  withDatabase,
  type Finding,
} from '@retoma/server/commands';
import { refusal, type CommandOutput, type Command } from '../command.ts';
import { uuid } from '../option-values.ts';

const doctorCommand: Command = {
  usage: 'doctor [--store ID] [--mend]',
  summary: 'Check that every run waits for something, and mend what does not; without --mend it changes nothing',
  options: {
    store: { type: 'string', value: 'ID', description: 'The runs of one store alone' },
    mend: { type: 'boolean', description: 'Mend what can be mended, while the workers go on' },
  },
  args: 0,
  async run({ values, environment }): Promise<CommandOutput> {
    const store = values['store'];
    const storeId = typeof store === 'string' ? uuid(store) : null;
    if (storeId !== null && !(await withDatabase(environment, ({ db }) => storeFind(db, storeId))))
      return refusal('STORE_NOT_FOUND', `There is no store ${storeId}.`);
    const apply = values['mend'] === true;
    const report = await doctor(environment, { storeId, mend: apply });
    const findings = report.findings.map((finding) => ({ ...finding, remedy: remedies[finding.kind] }));
    return { json: { ...report, findings }, text: describeExamination(report, apply), exitCode: report.ok ? 0 : 1 };
  },
};

type Examined = Awaited<ReturnType<typeof doctor>>;

function describeExamination(report: Examined, applied: boolean): string {
  const { ok, standing: balance, findings, rolesSplit, skewMs } = report;
  const late = Object.entries(balance?.overdue ?? {}).filter(([, seconds]) => seconds > 60);
  return [
    ...(balance
      ? [`${balance.live} live runs. Runs that wait for nothing, which is an error: ${balance.unaccounted}.`]
      : []),
    ...late.map(([kind, seconds]) => `${kind}: the oldest is ${Math.round(seconds)} s late. Are workers running?`),
    ...findings.map((finding) => describeFinding(finding, applied)),
    // A note, not a finding: the operator chooses whether roles are split, so the exit status does not change.
    ...(rolesSplit ? [] : [`Note: ${rolesNotSplit}.`]),
    ...(isSkewed(skewMs) ? [`Note: ${clockDiffers}. ${describeSkew(skewMs)}`] : []),
    ok
      ? findings.length > 0
        ? 'Every problem was fixed.'
        : 'No problem was found.'
      : 'There are problems: see above.',
  ].join('\n');
}

const describeSkew = (skewMs: number): string =>
  `It is ${Math.round(Math.abs(skewMs) / 1000)} s ${skewMs > 0 ? 'ahead' : 'behind'}.`;

function describeFinding({ kind, count, ids, mended: fixedCount }: Finding, applied: boolean): string {
  const remedy = remedies[kind];
  const done = applied ? `${fixedCount} mended: ${remedy}` : `--mend would ${remedy}`;
  const rest = count > ids.length ? [`  and ${count - ids.length} more`] : [];
  return [`${kind}: ${count}; ${remedy === null ? advice[kind] : done}`, ...ids.map((id) => `  ${id}`), ...rest].join(
    '\n',
  );
}

/** Advice for findings that the doctor cannot repair. */
const advice: Partial<Record<Finding['kind'], string>> = {
  lease_over: 'a running worker takes the message over by itself',
  unreadable: 'its state cannot be read; this needs a developer',
};

/** The command that checks all runs. */
export const doctorCommands = { doctor: doctorCommand };
