import { UsageError, type Input } from './command.ts';
import { readText } from './read-file.ts';

/** The JSON in the file that an option names; undefined if the option is absent. Errors never repeat the file's content. */
export function jsonOf({ values }: Input, name: string): unknown {
  const file = values[name];
  return typeof file === 'string' ? parsed(readText(file), `--${name}`) : undefined;
}

/** The JSON of `--credentials FILE` or `--credentials-env NAME`; undefined if both are absent. */
export function credentialsIn(input: Input): unknown {
  const { environment, values } = input;
  const name = values['credentials-env'];
  if (typeof name !== 'string') return jsonOf(input, 'credentials');
  if (values['credentials'] !== undefined)
    throw new UsageError('--credentials and --credentials-env cannot be used together');
  const text = environment[name];
  if (text === undefined || text === '') throw new UsageError(`environment variable ${name} is not set`);
  return parsed(text, `--credentials-env ${name}`);
}

function parsed(text: string, where: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new UsageError(`${where} is not valid JSON`);
  }
}
