import { isUnavailable } from '../../../base/postgres/pool.ts';
import type { ShopReport } from '../connector.ts';
import { ingestReport, type IngestDeps, type ReportSource } from './ingest-report.ts';

/** How often a report is tried that the database refuses. */
const tries = 3;

/**
 * Ingests reports one after the other. One that the database refuses again and again is logged and left out: it must not keep the others of
 * its shop from being ingested. Throws while the database is away.
 */
export async function ingestSafely(
  deps: IngestDeps,
  source: ReportSource,
  reports: readonly ShopReport[],
): Promise<void> {
  for (const report of reports) await ingestOne(deps, source, report);
}

async function ingestOne(deps: IngestDeps, source: ReportSource, report: ShopReport): Promise<void> {
  for (let tried = 1; ; tried++) {
    try {
      await ingestReport(deps, source, report);
      return;
    } catch (error) {
      if (isUnavailable(error)) throw error;
      if (tried < tries) continue;
      deps.log.error({ err: error, connectionId: source.connectionId }, 'a report of a platform could not be ingested');
      return;
    }
  }
}
