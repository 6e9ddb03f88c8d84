import { kindsOfWork } from '../../automations/engine/engine-metrics.ts';
import {
  runDoctor,
  type DoctorOptions,
  type Finding,
  type Report,
} from '../../automations/engine/invariants/doctor.ts';
import { withDatabase, type CommandContext } from './with-database.ts';

/** A full check reads every live run, so its statements may take longer. */
const pool = { statementMs: 10 * 60_000 };

/**
 * Checks the runs of every shard, or of the shard of one store, and repairs them if `options` request it. `rolesSplit`: CHK25. `skewMs`: by
 * how much this machine is ahead of the database (RUN20).
 */
export function doctor(
  environment: Record<string, string | undefined>,
  options: DoctorOptions,
): Promise<Report & { rolesSplit: boolean; skewMs: number }> {
  const check = async ({ db, clock, databases, rolesSplit, skewMs }: CommandContext) => {
    if (options.storeId !== null) return { ...(await runDoctor(db, clock, options)), rolesSplit, skewMs };
    const reports: Report[] = [];
    for (const shard of databases.numbers) reports.push(await runDoctor(databases.ofShard(shard), clock, options));
    return { ...reports.reduce(sumOfReports), rolesSplit, skewMs };
  };
  return withDatabase(environment, check, pool);
}

/** What two shards are together. */
function sumOfReports(one: Report, other: Report): Report {
  const kinds = new Set([...one.findings, ...other.findings].map(({ kind }) => kind));
  const findings = [...kinds].map((kind): Finding => {
    const found = [...one.findings, ...other.findings].filter((finding) => finding.kind === kind);
    const total = (of: (finding: Finding) => number): number => found.reduce((sum, finding) => sum + of(finding), 0);
    const ids = found.flatMap((finding) => finding.ids);
    return { kind, count: total(({ count }) => count), ids, repaired: total(({ repaired }) => repaired) };
  });
  return { ok: one.ok && other.ok, status: sumOfBalances(one.status, other.status), findings };
}

function sumOfBalances(one: Report['status'], other: Report['status']): Report['status'] {
  if (!one || !other) return one ?? other;
  const overdue = { ...one.overdue };
  for (const kind of kindsOfWork) overdue[kind] = Math.max(one.overdue[kind], other.overdue[kind]);
  return { live: one.live + other.live, unaccounted: one.unaccounted + other.unaccounted, overdue };
}
