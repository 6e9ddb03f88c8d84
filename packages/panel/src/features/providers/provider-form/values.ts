import type { ApiResponse } from '../../../api/call.ts';
import { pastedLine } from '../../../ui/format/clean-pastes.ts';

/** A field of a provider's form. */
export type FormField =
  ApiResponse<'GET /panel/api/stores/:storeId/channels'>['channels'][number]['providers'][number]['settings'][number];

/** The typed values by field name. A map is a text with one entry per line. */
export type Typed = Readonly<Record<string, string | number | boolean>>;

type Tree = Record<string, unknown>;

/** The form values of stored settings. */
export function typedOf(fields: readonly FormField[], stored: Tree): Typed {
  const typed: Record<string, string | number | boolean> = {};
  for (const { name, kind, fallback } of fields) {
    const value = name
      .split('.')
      .reduce<unknown>((above, member) => (above as Tree | null | undefined)?.[member], stored);
    if (kind === 'flag') typed[name] = (value ?? fallback ?? false) === true;
    else if (typeof value === 'string' || typeof value === 'number') typed[name] = value;
    else if (fallback !== undefined && typeof fallback !== 'boolean') typed[name] = fallback;
  }
  return typed;
}

/** The settings to send; empty fields are left out. */
export function valuesOf(fields: readonly FormField[], typed: Typed): Tree {
  const tree: Tree = {};
  for (const { name, kind } of fields) {
    const value = typed[name];
    if (value === undefined || value === '') continue;
    const path = name.split('.');
    let node = tree;
    for (const member of path.slice(0, -1)) node = (node[member] ??= {}) as Tree;
    node[path.at(-1)!] =
      kind === 'map' ? linesOf(String(value)) : typeof value === 'string' ? textOf(kind, value) : value;
  }
  return tree;
}

const textOf = (kind: FormField['kind'], text: string): string => (kind === 'text' ? pastedLine(text) : text).trim();

/** Parses lines of `Name: value`. */
const linesOf = (text: string): Record<string, string> =>
  Object.fromEntries(
    text.split('\n').flatMap((line) => {
      const at = line.indexOf(':');
      return at > 0 ? [[line.slice(0, at).trim(), line.slice(at + 1).trim()] as const] : [];
    }),
  );
