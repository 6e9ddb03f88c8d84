import { readFileSync } from 'node:fs';
import { UsageError } from './command.ts';

/** The text of a file; `-` is standard input. UsageError if it cannot be read. */
export function readText(file: string): string {
  try {
    return readFileSync(file === '-' ? 0 : file, 'utf8');
  } catch (error) {
    throw new UsageError(`${file} cannot be read: ${(error as Error).message}`, { cause: error });
  }
}
