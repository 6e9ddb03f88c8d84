import { capabilityRows } from '../packages/panel/src/features/shop/connectors/capability-rows.ts';
import { capabilityTexts } from '../packages/panel/src/features/shop/connectors/capability-texts.ts';
import { presentPlatforms } from '../packages/server/src/shop/connectors/panel/present-shops.ts';

/** CON9: a page for owners with the table of what its platform reports, in the panel's words. The table is between two comments. */
export function withCapabilityTable(text: string, platform: string): string {
  const [open, close] = [`<!-- ${platform} -->\n`, `<!-- /${platform} -->`];
  const [before, rest] = text.split(open);
  const [, after] = rest?.split(close) ?? [];
  if (before === undefined || after === undefined)
    throw new Error(`the page of ${platform} has no place for its table`);
  return `${before}${open}\n${capabilityTable(platform)}\n\n${close}${after}`;
}

function capabilityTable(platform: string): string {
  const presented = presentPlatforms(() => null).find(({ name }) => name === platform);
  if (!presented) throw new Error(`no connector of ${platform}`);
  const words = capabilityTexts['pt-BR'];
  const rows = capabilityRows(presented, 'pt-BR').map(({ name, extent, text }) => [name, words[extent], text]);
  const table = [['O quê', 'Chega', 'Como'], ...rows];
  const widths = [0, 1, 2].map((column) => Math.max(...table.map((cells) => cells[column]!.length)));
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column]!)).join(' | ')} |`;
  const [head, ...body] = table.map(line);
  return [head, line(widths.map((width) => '-'.repeat(width))), ...body].join('\n');
}
