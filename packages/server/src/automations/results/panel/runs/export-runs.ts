import { numberSigns } from '@retoma/commerce';
import type { Locale } from '@retoma/pay';
import type { Context } from '../../../../context.ts';
import { pageOfRuns, type RunListing } from '../../read-runs.ts';
import { auditAccess } from '../../../../members/audit/audit-log.ts';
import { writeCsv } from '../../../../base/csv.ts';
import type { PanelHandlers } from '../../../../panel-contract.ts';
import { parseRunFilter } from './run-filter.ts';

const batchSize = 500;
const maxRows = 10_000;

const heads = {
  'pt-BR': [
    'jornada',
    'automação',
    'versão',
    'estado',
    'motivo',
    'começou',
    'terminou',
    'nome',
    'e-mail',
    'telefone',
    'pedido',
    'valor',
  ],
  en: [
    'run',
    'automation',
    'version',
    'state',
    'reason',
    'began',
    'finished',
    'name',
    'e-mail',
    'phone',
    'order',
    'amount',
  ],
};
const states = {
  'pt-BR': {
    queued: 'Na fila',
    running: 'Rodando',
    waiting: 'Aguardando',
    completed: 'Concluída',
    failed: 'Parou com erro',
    cancelled: 'Cancelada',
    ended: 'Encerrada',
  },
  en: {
    queued: 'Queued',
    running: 'Running',
    waiting: 'Waiting',
    completed: 'Completed',
    failed: 'Stopped by an error',
    cancelled: 'Cancelled',
    ended: 'Ended',
  },
} as const;

/** GET /panel/api/stores/:storeId/runs/export: the runs that match a filter, as CSV for spreadsheets, with `;` between cells. */
export const exportRunsHandlers = (context: Context): PanelHandlers<'exportRuns'> => ({
  exportRuns: async ({ params: { storeId }, query, locale, audit }) => {
    const filter = parseRunFilter(query, { now: context.clock(), people: true });
    const rows = [heads[locale]];
    for (let before: string | undefined; rows.length <= maxRows;) {
      const page = await pageOfRuns(context.db, storeId, filter, { before, size: batchSize });
      rows.push(...page.runs.map((run) => cellsOf(run, locale)));
      if (page.next === null) break;
      before = page.next;
    }
    await auditAccess(context.db, audit, { storeId, action: 'runs_exported' });
    return { success: true, csv: writeCsv(rows) };
  },
});

function cellsOf(row: RunListing, locale: Locale): string[] {
  const { runId, automation, version, state, reason, startedAt, finishedAt, name, email, phone, orderNumber } = row;
  const amount = row.cents === null ? '' : (row.cents / 100).toFixed(2).replace('.', numberSigns[locale].decimal);
  const instants = [startedAt.toISOString(), finishedAt?.toISOString() ?? ''];
  const cells = [runId, automation, String(version), states[locale][state], reason ?? '', ...instants];
  return [...cells, name ?? '', email ?? '', phone ?? '', orderNumber ?? '', amount];
}
