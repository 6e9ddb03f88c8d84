import { webhookEvents } from '../packages/commerce/src/webhooks/catalogue.ts';

/** The place of the table in docs/webhooks.md. */
export const webhookEventsPattern = /(?<=<!-- events -->\n)[^]*(?=<!-- \/events -->)/;

/** The table of the events that endpoints get. */
export function webhookEventsTable(): string {
  const rows = Object.entries(webhookEvents).map(([type, { summary }]) => [`\`${type}\``, summary.en]);
  const widths = [0, 1].map((column) => Math.max(...rows.map((row) => row[column]!.length), column === 0 ? 4 : 13));
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column]!)).join(' | ')} |`;
  const table = [line(['type', 'what happened']), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)];
  return `\n${table.join('\n')}\n\n`;
}
