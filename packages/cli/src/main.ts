import { parseArgs } from 'node:util';
import { UsageError, type Answer, type Command, type Input, type Option } from './command.ts';
import { automationCommands } from './commands/automation.ts';
import { connectionCommands } from './commands/connection.ts';
import { convertCommands } from './commands/convert.ts';
import { doctorCommands } from './commands/doctor.ts';
import { inboxCommands } from './commands/inbox.ts';
import { keyCommands } from './commands/key.ts';
import { migrateCommands } from './commands/migrate.ts';
import { runCommands } from './commands/run.ts';
import { serviceCommands } from './commands/serve.ts';
import { simulateCommands } from './commands/simulate.ts';
import { storeCommands } from './commands/store.ts';
import { userCommands } from './commands/user.ts';
import { validateCommands } from './commands/validate.ts';

const commands: Record<string, Command> = {
  ...serviceCommands,
  ...migrateCommands,
  ...doctorCommands,
  ...storeCommands,
  ...keyCommands,
  ...connectionCommands,
  ...userCommands,
  ...automationCommands,
  ...runCommands,
  ...inboxCommands,
  ...validateCommands,
  ...simulateCommands,
  ...convertCommands,
};

const everyCommand: Record<string, Option> = {
  json: { type: 'boolean', description: 'One JSON document on stdout, and nothing else' },
  help: { type: 'boolean', description: 'This text' },
};

async function main(args: string[]): Promise<number> {
  const name = [args.slice(0, 2).join(' '), args[0] ?? ''].find((name) => Object.hasOwn(commands, name));
  if (name === undefined) return overview(args);
  const command = commands[name]!;
  const { input, help } = read(command, args.slice(name.split(' ').length));
  if (help) return print(helpOf(command));
  const answer = await command.run(input);
  return show(answer, input.json);
}

function read(command: Command, args: string[]): { input: Input; help: boolean } {
  const options = Object.fromEntries(
    Object.entries({ ...command.options, ...everyCommand }).map(([option, { type }]) => [option, { type }]),
  );
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true, strict: true });
    const help = values['help'] === true;
    if (!help && command.words !== 'any' && positionals.length !== command.words)
      throw new Error(`usage: retoma ${command.usage}`);
    const given = values as Input['values'];
    return {
      input: { values: given, words: positionals, json: values['json'] === true, environment: process.env },
      help,
    };
  } catch (error) {
    throw new UsageError((error as Error).message, { cause: error });
  }
}

/** JSON for programs, text for people; what was found wrong goes to stderr in the second case. */
function show({ json, text, exitCode = 0 }: Answer, asJson: boolean): number {
  if (asJson) {
    if (json !== undefined) process.stdout.write(`${JSON.stringify(json)}\n`);
  } else (exitCode === 0 ? process.stdout : process.stderr).write(`${text}\n`);
  return exitCode;
}

function overview(args: string[]): number {
  const group = Object.entries(commands).filter(([name]) => name.split(' ')[0] === args[0]);
  const asked = args.length === 0 || args.includes('--help') || args.includes('-h') || args[0] === 'help';
  const list = group.length > 0 ? group : Object.entries(commands);
  const width = Math.max(...list.map(([name]) => name.length));
  const lines = list.map(([name, { summary }]) => `  retoma ${name.padEnd(width)}  ${summary}`);
  const text = ['Usage: retoma COMMAND [--json] [--help]', '', ...lines].join('\n');
  if (asked) return print(text);
  throw new UsageError(`there is no command ${args.join(' ')}\n\n${text}`);
}

function helpOf({ usage, summary, options }: Command): string {
  const rows = Object.entries({ ...options, ...everyCommand }).map(([name, option]): [string, string] => [
    option.value ? `--${name} ${option.value}` : `--${name}`,
    option.description,
  ]);
  const width = Math.max(...rows.map(([name]) => name.length));
  return [
    `Usage: retoma ${usage}`,
    '',
    summary,
    '',
    ...rows.map(([name, text]) => `  ${name.padEnd(width)}  ${text}`),
  ].join('\n');
}

function print(text: string): number {
  process.stdout.write(`${text}\n`);
  return 0;
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = error instanceof UsageError || (error as Error).name === 'ConfigError' ? 2 : 1;
}
