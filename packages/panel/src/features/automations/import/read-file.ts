import { decodeText } from '@retoma/flow';

/** The maximum file size, in bytes. */
const largest = 1024 * 1024;

/** Reads a text file. Its name and extension do not matter. */
export async function readFile(file: File): Promise<{ text: string } | { refused: 'tooBig' | 'notText' }> {
  if (file.size > largest) return { refused: 'tooBig' };
  const text = decodeText(new Uint8Array(await file.arrayBuffer()));
  return text === undefined ? { refused: 'notText' } : { text };
}
