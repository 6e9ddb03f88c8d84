import { describeReason, messageStateNames, runStateNames, triggerNames } from '@retoma/flow';
import type { Locale } from '@retoma/commerce/locale';
import type { Context } from '../../../../context.ts';
import { csvFormats, readPages, writeCsv, type CsvFormats } from '../../../../base/csv.ts';
import { parseFilter } from '../../../../base/requested-filter.ts';
import { auditAccess } from '../../../../members/audit/audit-log.ts';
import type { PanelHandlers } from '../../../../panel-contract.ts';
import { pageOfMessages, pageOfRuns, type ListedRow, type MessagePlace, type RunListing } from '../../read-runs.ts';

const size = 500;

const texts = {
  'pt-BR': {
    runs: 'Automação;Versão;Estado;Motivo;Começou;Terminou;Nome;E-mail;Telefone;Pedido;Valor;Jornada',
    messages: 'Quando;Canal;Estado;Motivo;Para;Nome;Automação;Mensagem;Jornada',
  },
  en: {
    runs: 'Automation;Version;State;Reason;Began;Finished;Name;E-mail;Phone;Order;Amount;Run',
    messages: 'When;Channel;State;Reason;To;Name;Automation;Message;Run',
  },
} as const;

const channels = { whatsapp: 'WhatsApp', email: 'E-mail', sms: 'SMS' };

/** GET …/runs/export and …/messages/export: what matches the filter of the list, as a file for spreadsheets (AUT11). */
export const exportRunsHandlers = (context: Context): PanelHandlers<'exportRuns' | 'exportMessages'> => ({
  exportRuns: async ({ params: { storeId }, query, locale, audit }) => {
    const store = await context.directory.find(storeId);
    if (!store) return 'NOT_FOUND';
    const filter = parseFilter(query, { now: context.clock(), people: true });
    const rows = await readPages(async (before: string | undefined) => {
      const { runs, next } = await pageOfRuns(context.db, storeId, filter, { before, size });
      return { rows: runs, next };
    });
    const formats = csvFormats(locale, store.timeZone);
    const cells = rows.map((run) => runCells(run, locale, formats));
    await auditAccess(context.db, audit, { storeId, action: 'runs_exported' });
    return { success: true, csv: writeCsv([texts[locale].runs.split(';'), ...cells], locale) };
  },
  exportMessages: async ({ params: { storeId }, query: { before: _before, ...query }, locale, audit }) => {
    const store = await context.directory.find(storeId);
    if (!store) return 'NOT_FOUND';
    const filter = parseFilter(query, { now: context.clock(), people: true });
    const rows = await readPages(async (before: MessagePlace | undefined) => {
      const { messages, next } = await pageOfMessages(context.db, storeId, filter, { before, size });
      return { rows: messages, next };
    });
    const formats = csvFormats(locale, store.timeZone);
    const cells = rows.map((message) => messageCells(message, locale, formats));
    await auditAccess(context.db, audit, { storeId, action: 'messages_exported' });
    return { success: true, csv: writeCsv([texts[locale].messages.split(';'), ...cells], locale) };
  },
});

/** A run ends because of an event, or fails for a reason of its messages. */
const reasonText = (reason: string | null, locale: Locale): string =>
  reason === null
    ? ''
    : ((triggerNames as Record<string, Record<Locale, string>>)[reason]?.[locale] ??
      describeReason(reason, locale) ??
      reason);

function runCells(run: RunListing, locale: Locale, { instant, phone, money }: CsvFormats): string[] {
  return [
    run.automation,
    String(run.version),
    runStateNames[run.state][locale],
    reasonText(run.reason, locale),
    instant(run.startedAt),
    instant(run.finishedAt),
    run.name ?? '',
    run.email ?? '',
    phone(run.phone),
    run.orderNumber ?? '',
    money(run.cents),
    run.runId,
  ];
}

function messageCells(message: ListedRow, locale: Locale, { instant, phone }: CsvFormats): string[] {
  const { recipient, content } = message;
  const members = content as Record<string, unknown> | null;
  const words = ['subject', 'message', 'caption', 'text'].map((member) => members?.[member]);
  return [
    instant(message.settledAt ?? message.dueAt),
    channels[message.channel],
    messageStateNames[message.state][locale],
    reasonText(message.reason, locale),
    recipient?.includes('@') ? recipient : phone(recipient),
    message.name ?? '',
    message.automation,
    words.find((one): one is string => typeof one === 'string' && one.trim() !== '') ?? '',
    message.runId,
  ];
}
