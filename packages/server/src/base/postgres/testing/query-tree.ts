// PostgreSQL's own analysis of a statement, as it prints it with `debug_print_rewritten`: names are resolved to oids, and defaults are
// filled in. Only the order of the printed fields and their names are used.

/** A node of the tree: its kind, such as `FUNCEXPR`, and its fields. */
export type TreeNode = { readonly kind: string; readonly fields: Readonly<Record<string, TreeValue>> };

/** The value of a field. Null: `<>`. A scalar of several words, such as a constant, is one text. */
export type TreeValue = TreeNode | readonly TreeValue[] | string | null;

const token = /"(?:\\[^]|[^"\\])*"|[(){}]|(?:\\[^]|[^\s(){}])+/g;

/** Parses a printed tree: a list of queries. */
export function parseTree(printed: string): readonly TreeNode[] {
  const tokens = printed.match(token) ?? [];
  let at = 0;
  const value = (): TreeValue => {
    const first = tokens[at++]!;
    if (first === '{') return node();
    if (first !== '(') return first === '<>' ? null : first;
    const list: TreeValue[] = [];
    while (tokens[at] !== ')') list.push(value());
    at++;
    return list;
  };
  const node = (): TreeNode => {
    const kind = tokens[at++]!;
    const fields: Record<string, TreeValue> = {};
    while (tokens[at] !== '}') {
      const name = tokens[at++]!.slice(1);
      let found = value();
      while (tokens[at] !== '}' && !tokens[at]!.startsWith(':'))
        found = [found, value()].filter((part) => typeof part === 'string').join(' ');
      fields[name] = found;
    }
    at++;
    return { kind, fields };
  };
  return value() as readonly TreeNode[];
}

/** Whether a value is a node. */
export const isNode = (value: TreeValue | undefined): value is TreeNode =>
  typeof value === 'object' && value !== null && 'kind' in value;

/** A value that is a text, such as an oid; otherwise an empty text. */
export const scalarOf = (value: TreeValue | undefined): string => (typeof value === 'string' ? value : '');

/** The nodes of a list; none if it is absent. */
export const nodesOf = (value: TreeValue | undefined): readonly TreeNode[] =>
  Array.isArray(value) ? (value as readonly TreeValue[]).filter(isNode) : isNode(value) ? [value] : [];

/** The nodes directly below a node or in a list. */
export const childrenOf = (value: TreeValue | undefined): TreeNode[] =>
  isNode(value) ? Object.values(value.fields).flatMap(directNodes) : directNodes(value ?? null);

const directNodes = (value: TreeValue): TreeNode[] =>
  isNode(value) ? [value] : Array.isArray(value) ? (value as readonly TreeValue[]).flatMap(directNodes) : [];

/** The nodes of a value and all below them; `until`: below such a node none, nor itself. */
export function everyNode(value: TreeValue | undefined, until?: (node: TreeNode) => boolean): TreeNode[] {
  const found: TreeNode[] = [];
  const collect = (each: TreeValue): void => {
    for (const node of directNodes(each)) {
      if (until?.(node)) continue;
      found.push(node);
      for (const field of Object.values(node.fields)) collect(field);
    }
  };
  collect(value ?? null);
  return found;
}
