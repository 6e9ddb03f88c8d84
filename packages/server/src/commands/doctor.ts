import { systemClock } from '../platform/clock.ts';
import { runDoctor, type DoctorOptions, type Report } from '../engine/invariants/doctor.ts';
import { withDatabase, type CommandContext } from './with-database.ts';

/** A full check reads every live run, so its statements may take longer. */
const pool = { statementMs: 10 * 60_000 };

/** Checks the service's runs, and repairs them if `options` request it. `rolesSplit`: CHK25. */
export function doctor(
  environment: Record<string, string | undefined>,
  options: DoctorOptions,
): Promise<Report & { rolesSplit: boolean }> {
  const check = async ({ db, rolesSplit }: CommandContext) => ({
    ...(await runDoctor(db, systemClock, options)),
    rolesSplit,
  });
  return withDatabase(environment, check, pool);
}
