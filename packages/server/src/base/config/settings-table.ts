import { z } from 'zod';
import { Environment, type DeclaredSettings } from './config.ts';

/** The JSON Schema of one setting, with our member `absent`. */
type Setting = {
  readonly description?: string;
  readonly absent?: string;
  readonly default?: string | number;
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
};

const code = (text: string | number): string => `\`${text}\``;

/** The accepted values of a setting as text; empty if the schema does not limit them. */
function describeLimits({ enum: choices, type, minimum, maximum, minLength }: Setting): string {
  if (choices) return `: ${choices.slice(0, -1).map(code).join(', ')} or ${code(choices.at(-1)!)}`;
  if (type === 'integer' && maximum! < Number.MAX_SAFE_INTEGER) return `, ${minimum} to ${maximum}`;
  return (minLength ?? 1) > 1 ? `, at least ${minLength} characters` : '';
}

function rowOf([name, setting]: [string, Setting]): string[] {
  const fallback = (setting.default ?? '') === '' ? (setting.absent ?? '') : code(setting.default!);
  const [what = '', ...more] = (setting.description ?? '').split('; ');
  return [code(name), fallback, [what + describeLimits(setting), ...more].join('; ')];
}

/** The settings as a Markdown table, formatted as by prettier and generated from the schemas that validate them. `declared`: those of providers. */
export function settingsTable(declared: DeclaredSettings): string {
  const { properties } = z.toJSONSchema(Environment.extend(declared), { io: 'input', unrepresentable: 'any' });
  const rows = [
    ['variable', 'default', 'meaning'],
    ...Object.entries(properties as Record<string, Setting>).map(rowOf),
  ];
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column]!.length)));
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column]!)).join(' | ')} |`;
  const [head = [], ...rest] = rows;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rest.map(line)].join('\n');
}

/** Matches the table of settings in a document, from its first row to its last. */
export const settingsTablePattern = /^\| variable +\| default +\| meaning +\|(?:\n\|.*)*/m;
