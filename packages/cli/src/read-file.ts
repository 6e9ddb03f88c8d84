import { readFileSync } from 'node:fs';
import { decodeText } from '@retoma/flow';
import { UsageError } from './command.ts';

/** The text of a file; `-` is standard input. UsageError if it cannot be read, or is not a text. */
export function readText(file: string): string {
  const text = decodeText(bytesOf(file));
  if (text === undefined) throw new UsageError(`${file} is not a text file`);
  return text;
}

function bytesOf(file: string): Uint8Array {
  try {
    return readFileSync(file === '-' ? 0 : file);
  } catch (error) {
    throw new UsageError(`cannot read ${file}: ${(error as Error).message}`, { cause: error });
  }
}
