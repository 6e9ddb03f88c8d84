/** The maximum file size, in bytes. */
const largest = 1024 * 1024;

/** Reads a file as UTF-8 text. Its name and extension do not matter. */
export async function readFile(file: File): Promise<{ text: string } | { refused: 'tooBig' | 'notText' }> {
  if (file.size > largest) return { refused: 'tooBig' };
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(await file.arrayBuffer());
    return text.includes('\0') ? { refused: 'notText' } : { text };
  } catch {
    return { refused: 'notText' };
  }
}
