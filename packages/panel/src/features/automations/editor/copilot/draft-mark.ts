import type { Flow } from '@retoma/flow';

/**
 * A fingerprint of a draft: equal again after an undo, different after any change. It consists of two 32-bit hashes and the length. A
 * collision is harmless: operations are validated again when they are applied.
 */
export function draftMark(flow: Flow): string {
  const text = JSON.stringify(flow);
  let [one, two] = [0x811c9dc5, 0x1b873593];
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    one = Math.imul(one ^ code, 0x01000193);
    two = Math.imul(two ^ code, 0x85ebca6b) + index;
  }
  return `${(one >>> 0).toString(36)}-${(two >>> 0).toString(36)}-${text.length.toString(36)}`;
}
