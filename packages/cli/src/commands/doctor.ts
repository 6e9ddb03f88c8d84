import {
  clockDiffers,
  doctor,
  isSkewed,
  repairs,
  rolesNotSplit,
  storeFind,
  withDatabase,
  type Finding,
} from '@retoma/server/commands';
import { refusal, type CommandOutput, type Command } from '../command.ts';
import { uuid } from '../option-values.ts';

const doctorCommand: Command = {
  usage: 'doctor [--store ID] [--repair]',
  summary: 'Check the consistency of all runs; changes nothing without --repair',
  options: {
    store: { type: 'string', value: 'ID', description: 'Check only this store' },
    repair: { type: 'boolean', description: 'Repair what can be repaired; safe while workers run' },
  },
  args: 0,
  async run({ values, environment }): Promise<CommandOutput> {
    const store = values['store'];
    const storeId = typeof store === 'string' ? uuid(store) : null;
    if (storeId !== null && !(await withDatabase(environment, ({ db }) => storeFind(db, storeId))))
      return refusal('STORE_NOT_FOUND', `Store ${storeId} does not exist.`);
    const repair = values['repair'] === true;
    const report = await doctor(environment, { storeId, repair });
    const findings = report.findings.map((finding) => ({ ...finding, repair: repairs[finding.kind] }));
    return { json: { ...report, findings }, text: describeReport(report, repair), exitCode: report.ok ? 0 : 1 };
  },
};

type DoctorReport = Awaited<ReturnType<typeof doctor>>;

function describeReport(report: DoctorReport, applied: boolean): string {
  const { ok, status: balance, findings, rolesSplit, skewMs } = report;
  const late = Object.entries(balance?.overdue ?? {}).filter(([, seconds]) => seconds > 60);
  return [
    ...(balance ? [`${balance.live} live runs, ${balance.unaccounted} unaccounted for.`] : []),
    ...late.map(
      ([kind, seconds]) => `${kind}: the oldest is ${Math.round(seconds)} s overdue. Check that workers are running.`,
    ),
    ...findings.map((finding) => describeFinding(finding, applied)),
    // A note, not a finding: the operator chooses whether roles are split, so the exit status does not change.
    ...(rolesSplit ? [] : [`Note: ${rolesNotSplit}.`]),
    ...(isSkewed(skewMs) ? [`Note: ${clockDiffers}. ${describeSkew(skewMs)}`] : []),
    ok ? (findings.length > 0 ? 'All problems were repaired.' : 'No problems found.') : 'Problems found; see above.',
  ].join('\n');
}

const describeSkew = (skewMs: number): string =>
  `It is ${Math.round(Math.abs(skewMs) / 1000)} s ${skewMs > 0 ? 'ahead' : 'behind'}.`;

function describeFinding({ kind, count, ids, repaired }: Finding, applied: boolean): string {
  const repair = repairs[kind];
  const done = applied ? `${repaired} repaired: ${repair}` : `--repair would ${repair}`;
  const rest = count > ids.length ? [`  and ${count - ids.length} more`] : [];
  return [`${kind}: ${count}; ${repair === null ? advice[kind] : done}`, ...ids.map((id) => `  ${id}`), ...rest].join(
    '\n',
  );
}

/** Advice for findings that the doctor cannot repair. */
const advice: Partial<Record<Finding['kind'], string>> = {
  lease_expired: 'a running worker will take over the message',
  unreadable: 'the state cannot be read; report this as a bug',
};

/** The command that checks all runs. */
export const doctorCommands = { doctor: doctorCommand };
