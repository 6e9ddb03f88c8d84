import { systemClock } from '../clock.ts';
import { examine, type DoctorOptions, type Report } from '../runs/watch/doctor.ts';
import { withDatabase } from './with-database.ts';

/** A full check reads every live run. */
const pool = { statementMs: 10 * 60_000 };

/** Checks the service's runs, and mends them where asked. */
export function doctor(environment: Record<string, string | undefined>, options: DoctorOptions): Promise<Report> {
  return withDatabase(environment, ({ db }) => examine(db, systemClock, options), pool);
}
