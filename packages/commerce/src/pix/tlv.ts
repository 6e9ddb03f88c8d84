/** One field of a BR Code or of a template in it: an id of two digits, and its value. */
export type TlvField = { id: string; value: string };

/** Writes a field: id, two digits of length, value. Undefined if the length does not fit into two digits. */
export const writeField = (id: string, value: string): string | undefined =>
  value.length > 99 ? undefined : id + String(value.length).padStart(2, '0') + value;

/** Parses fields in order. Undefined if a field is incomplete or an id occurs twice. */
export function readFields(text: string): TlvField[] | undefined {
  const fields: TlvField[] = [];
  for (let at = 0; at < text.length;) {
    const head = /^(\d\d)(\d\d)$/.exec(text.slice(at, at + 4));
    if (!head) return undefined;
    const end = at + 4 + Number(head[2]);
    if (end > text.length || fields.some(({ id }) => id === head[1])) return undefined;
    fields.push({ id: head[1]!, value: text.slice(at + 4, end) });
    at = end;
  }
  return fields;
}
