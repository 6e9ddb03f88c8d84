import { parseArgs } from 'node:util';
import { DatabaseRefused, isId, shardOf } from '@retoma/server/commands';
import { closest } from '@retoma/flow';
import { refusal, UsageError, type CommandOutput, type Command, type Input } from './command.ts';
import { commands } from './commands/index.ts';
import { everyCommand, helpOf } from './help.ts';

/** Exit status of a command, and its output. */
export type Ran = { code: number; stdout: string; stderr: string };

/** Runs one command line. `environment`: the environment variables; no other state of the process is read. */
export async function runProgram(args: readonly string[], environment: Input['environment']): Promise<Ran> {
  try {
    return await run(args, environment);
  } catch (error) {
    if (error instanceof DatabaseRefused) return { ...show(refusal(error.code, error.message), isJson(args)), code: 2 };
    const isUsage = error instanceof UsageError || (error as Error).name === 'ConfigError';
    const message = error instanceof Error ? error.message : String(error);
    return { code: isUsage ? 2 : 1, stdout: '', stderr: `${message}\n` };
  }
}

const isJson = (args: readonly string[]): boolean => args.includes('--json');

async function run(args: readonly string[], environment: Input['environment']): Promise<Ran> {
  const name = [3, 2, 1].map((length) => args.slice(0, length).join(' ')).find((name) => Object.hasOwn(commands, name));
  if (name === undefined) return overview(args);
  const command = commands[name]!;
  const { input, help } = read(command, args.slice(name.split(' ').length), environment);
  if (help) return succeed(helpOf(command));
  return show(await command.run(input), input.json);
}

function read(command: Command, args: string[], environment: Input['environment']): { input: Input; help: boolean } {
  const options = Object.fromEntries(
    Object.entries({ ...command.options, ...everyCommand }).map(([option, { type }]) => [option, { type }]),
  );
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true, strict: true });
    const help = values['help'] === true;
    if (!help && command.args !== 'any' && positionals.length !== command.args)
      throw new Error(`usage: retoma ${command.usage}`);
    const parsed = values as Input['values'];
    const SHARD = environment['SHARD'] ?? String(shardOfInput(parsed, positionals));
    const input = {
      values: parsed,
      args: positionals,
      json: values['json'] === true,
      environment: { ...environment, SHARD },
    };
    return { input, help };
  } catch (error) {
    throw new UsageError((error as Error).message, { cause: error });
  }
}

/** The shard of the first id among options and arguments (SHD1); 0 without one. */
function shardOfInput(values: Input['values'], args: readonly string[]): number {
  const texts = [...Object.values(values), ...args].filter((value) => typeof value === 'string');
  return shardOf(texts.find(isId) ?? '');
}

/** Output for programs is JSON, for people text. Errors in text form go to stderr, warnings always do. */
function show({ json, text, warnings = [], exitCode = 0 }: CommandOutput, asJson: boolean): Ran {
  const warned = warnings.map((warning) => `${warning}\n`).join('');
  if (asJson) return { code: exitCode, stdout: json === undefined ? '' : `${JSON.stringify(json)}\n`, stderr: warned };
  const isFine = exitCode === 0;
  return { code: exitCode, stdout: isFine ? `${text}\n` : '', stderr: warned + (isFine ? '' : `${text}\n`) };
}

function overview(args: readonly string[]): Ran {
  const group = Object.entries(commands).filter(([name]) => name.split(' ')[0] === args[0]);
  const wantsHelp = args.length === 0 || args.includes('--help') || args.includes('-h') || args[0] === 'help';
  const list = group.length > 0 ? group : Object.entries(commands);
  const width = Math.max(...list.map(([name]) => name.length));
  const lines = list.map(([name, { summary }]) => `  retoma ${name.padEnd(width)}  ${summary}`);
  const text = ['Usage: retoma COMMAND [--json] [--help]', '', ...lines].join('\n');
  if (wantsHelp) return succeed(text);
  if (group.length > 0) throw new UsageError(`unknown command: ${args.join(' ')}\n\n${text}`);
  const similar = closest(
    args[0],
    Object.keys(commands).map((name) => name.split(' ')[0]!),
  );
  const hint = similar === undefined ? 'run `retoma --help` for a list' : `did you mean ${similar}?`;
  throw new UsageError(`unknown command: ${args[0]}; ${hint}`);
}

const succeed = (text: string): Ran => ({ code: 0, stdout: `${text}\n`, stderr: '' });
