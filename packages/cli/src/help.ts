import type { Command, Option } from './command.ts';

/** The options that every command has. */
export const everyCommand: Record<string, Option> = {
  json: { type: 'boolean', description: 'Print one JSON document to stdout' },
  help: { type: 'boolean', description: 'Show this help' },
};

/** Longer option names have their description on the next line. */
const maxWidth = 32;

/** The `--help` text of a command. */
export function helpOf({ usage, summary, options }: Command): string {
  const rows = Object.entries({ ...options, ...everyCommand }).map(([name, option]): [string, string] => [
    option.value ? `--${name} ${option.value}` : `--${name}`,
    option.description,
  ]);
  const width = Math.max(...rows.map(([name]) => name.length).filter((length) => length <= maxWidth));
  return [
    `Usage: retoma ${usage}`,
    '',
    summary,
    '',
    ...rows.map(([name, text]) =>
      name.length > width ? `  ${name}\n${' '.repeat(width + 4)}${text}` : `  ${name.padEnd(width)}  ${text}`,
    ),
  ].join('\n');
}
